/** The routes for tools. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { givenFields, givenId, givenName, givenNames } from '#contract/inputBounds'
import { slug } from '#contract/servers/server'
import { toolInSight } from '#contract/tools/sight'
import { toolResult, toolSnapshot } from '#contract/tools/tool'
import { trialEvent } from '#contract/tools/trial'
import { toolUsage } from '#contract/tools/usage'

/** The project at whose address tools have their names. Without a project: the address for all servers. */
const inProject = z.object({ projectId: givenId.optional() })

export const tools = {
  /** The tools of one server, or of all in the scope, including those that are switched off or quarantined. */
  list: oc
    .route({ method: 'GET', path: '/tools' })
    .input(inProject.extend({ server: slug.optional() }))
    .output(z.array(toolSnapshot)),
  /** The tools exactly as a client gets them. Starts servers that have not listed their tools. */
  listed: oc
    .route({ method: 'GET', path: '/tools/listed' })
    .input(inProject.default({}))
    .output(z.array(z.looseObject({ name: z.string() }))),
  /** The tools that were called, and how often in the newest 200,000 records of calls, for one project or for all. */
  usage: oc.route({ method: 'GET', path: '/tools/usage' }).input(inProject.default({})).output(z.array(toolUsage)),
  /** Switches tools on or off in every project that has the server. */
  setEnabled: oc
    .route({ method: 'PUT', path: '/tools/enabled' })
    .input(z.object({ server: slug, names: givenNames.min(1), enabled: z.boolean() }))
    .output(z.object({})),
  /** What a client sees in a project, and why it does not see the rest. Without a client: what any client sees. */
  inSight: oc
    .route({ method: 'GET', path: '/tools/in-sight' })
    .input(inProject.extend({ clientId: givenId.optional() }))
    .output(z.array(toolInSight)),
  /** Calls a tool for a person, whom the server may ask through `questions`. Cancelled when the reader disconnects. */
  try: oc
    .route({ method: 'POST', path: '/tools/try' })
    .input(inProject.extend({ name: givenName, arguments: givenFields.default({}) }))
    .output(eventIterator(trialEvent)),
  call: oc
    .route({ method: 'POST', path: '/tools/call' })
    .input(inProject.extend({ name: givenName, arguments: givenFields.default({}) }))
    .output(toolResult),
}
