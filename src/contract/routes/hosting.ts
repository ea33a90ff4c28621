/** The routes of hosted servers. Beside them is the backup of a volume, which is a tar and no JSON: `host/http`. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import {
  hostedHistory,
  hostedLogLine,
  hostedServer,
  hostedVolume,
  runtimes,
  volumeName,
} from '#contract/hosting/hostedServer'
import { hostedRegistration } from '#contract/hosting/registration'
import { givenFields, givenId, givenName } from '#contract/inputBounds'

/** The id or the slug. */
const byId = z.object({ id: givenId })
const byName = z.object({ name: volumeName })
const nothing = z.object({})

const method = givenName
  .min(1, 'a method was expected, such as "tools/call"')
  .refine((name) => name !== 'initialize', 'Switchboard has initialized the server; it cannot be done again')
  .refine((name) => !name.startsWith('notifications/'), 'a notification has no answer, so it cannot be called')

/** Of a backup, below the prefix of REST. */
export const backupPath = '/mcp/volumes/{name}/backup'

export const hosting = {
  /** Answers when it is ready or in error; after 30 s as it is then. */
  register: oc.route({ method: 'POST', path: '/mcp/servers' }).input(hostedRegistration).output(hostedServer),
  list: oc.route({ method: 'GET', path: '/mcp/servers' }).output(z.array(hostedServer)),
  get: oc.route({ method: 'GET', path: '/mcp/servers/{id}' }).input(byId).output(hostedServer),
  /** One request of MCP, recorded and limited like any other. */
  call: oc
    .route({ method: 'POST', path: '/mcp/servers/{id}/call' })
    .input(byId.extend({ method, params: givenFields.optional() }).strict())
    .output(z.object({ result: z.unknown() })),
  /** A new container; what was counted begins again. Answers when it is ready. */
  restart: oc.route({ method: 'POST', path: '/mcp/servers/{id}/restart' }).input(byId).output(hostedServer),
  /** Its volumes stay, unless they are named. */
  remove: oc
    .route({ method: 'DELETE', path: '/mcp/servers/{id}', inputStructure: 'detailed' })
    .input(
      z.object({
        params: byId,
        query: z.object({ volumes: z.stringbool().or(z.boolean()).default(false) }).default({ volumes: false }),
      }),
    )
    .output(nothing),
  /** Takes back a removal in which the volumes stayed, while the engine that removed it still runs. */
  restore: oc.route({ method: 'POST', path: '/mcp/servers/{id}/restore' }).input(byId).output(hostedServer),
  logs: oc
    .route({ method: 'GET', path: '/mcp/servers/{id}/logs' })
    .input(byId.extend({ tail: z.coerce.number().int().min(1).max(10_000).default(200) }))
    .output(z.array(hostedLogLine)),
  history: oc.route({ method: 'GET', path: '/mcp/servers/{id}/history' }).input(byId).output(hostedHistory),
  volumes: oc.route({ method: 'GET', path: '/mcp/volumes' }).output(z.array(hostedVolume)),
  removeVolume: oc.route({ method: 'DELETE', path: '/mcp/volumes/{name}' }).input(byName).output(nothing),
  /** Where a browser gets the backup of a volume as a file, once and soon; null while no port is open. */
  backupAddress: oc
    .route({ method: 'POST', path: '/mcp/volumes/{name}/backup-address' })
    .input(byName)
    .output(z.object({ url: z.string().nullable() })),
  /** Which runtimes there are, what is missing, and how to get it. */
  runtimes: oc.route({ method: 'GET', path: '/mcp/runtimes' }).output(runtimes),
}
