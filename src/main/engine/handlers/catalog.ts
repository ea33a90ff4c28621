/** The routes of prompts and resources, for a person: in a conversation, or at a server. */
import { implement } from '@orpc/server'
import { AppError } from '#contract/errors'
import { contract } from '#contract/contract'
import type { CatalogPlace } from '#contract/tools/catalog'
import { completionIn, promptSnapshots, resourceSnapshots } from '#engine/registry/catalog/viewSnapshots'
import type { Engine } from '#engine/createEngine'
import { namedProject, projectInUse } from '#engine/registry/projects/namedProject'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'

const person: Caller = {
  key: 'person',
  capabilities: {},
  ask: null,
  identity: { kind: 'person', name: null, version: null, hasSession: false },
}

export function catalogHandlers({ registry, router }: Engine) {
  const os = implement(contract.catalog)
  const scopeOf = ({ projectId, server }: CatalogPlace): Scope => {
    if (server === undefined) return { kind: 'project', projectId: projectInUse(registry, projectId), native: true }
    const within = projectId === undefined ? {} : { projectId: namedProject(registry, projectId) }
    return { kind: 'server', slug: server, ...within }
  }
  const viewOf = async (place: CatalogPlace) => {
    const scope = scopeOf(place)
    await registry.use(scope)
    const view = registry.view(scope)
    if (view === null) throw new AppError('NOT_FOUND', 'This project or server does not exist.')
    return view
  }
  const call = (params: Readonly<Record<string, unknown>>, signal: AbortSignal | undefined) => ({
    params,
    caller: person,
    cancellation: Cancellation.of(signal),
  })
  return os.router({
    prompts: os.prompts.handler(async ({ input }) => promptSnapshots(await viewOf(input))),
    resources: os.resources.handler(async ({ input }) => resourceSnapshots(await viewOf(input))),
    prompt: os.prompt.handler(({ input: { projectId, server, ...params }, signal }) =>
      router.request(scopeOf({ projectId, server }), 'prompts/get', call(params, signal)),
    ),
    resource: os.resource.handler(({ input: { uri, ...place }, signal }) =>
      router.request(scopeOf(place), 'resources/read', call({ uri }, signal)),
    ),
    complete: os.complete.handler(async ({ input: { ref, argument, context, ...place }, signal }) => {
      const params = { ref, argument, ...(context === undefined ? {} : { context: { arguments: context } }) }
      return completionIn(await router.request(scopeOf(place), 'completion/complete', call(params, signal)))
    }),
  })
}
