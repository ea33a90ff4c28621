/** The routes for prompts and resources, for a person in a conversation. */
import { implement } from '@orpc/server'
import { AppError } from '#contract/errors'
import { contract } from '#contract/contract'
import { completionIn, promptSnapshots, resourceSnapshots } from '#engine/registry/catalog/viewSnapshots'
import type { Engine } from '#engine/createEngine'
import { projectInUse } from '#engine/registry/projects/namedProject'
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
  const scopeOf = (idOrName: string | undefined): Scope => {
    return { kind: 'project', projectId: projectInUse(registry, idOrName), native: true }
  }
  const viewOf = async (projectId: string | undefined) => {
    const scope = scopeOf(projectId)
    await registry.use(scope)
    const view = registry.view(scope)
    if (view === null) throw new AppError('NOT_FOUND', 'This project does not exist.')
    return view
  }
  const call = (params: Readonly<Record<string, unknown>>, signal: AbortSignal | undefined) => ({
    params,
    caller: person,
    cancellation: Cancellation.of(signal),
  })
  return os.router({
    prompts: os.prompts.handler(async ({ input }) => promptSnapshots(await viewOf(input.projectId))),
    resources: os.resources.handler(async ({ input }) => resourceSnapshots(await viewOf(input.projectId))),
    prompt: os.prompt.handler(({ input: { projectId, ...params }, signal }) =>
      router.request(scopeOf(projectId), 'prompts/get', call(params, signal)),
    ),
    resource: os.resource.handler(({ input: { projectId, uri }, signal }) =>
      router.request(scopeOf(projectId), 'resources/read', call({ uri }, signal)),
    ),
    complete: os.complete.handler(async ({ input: { projectId, ref, argument, context }, signal }) => {
      const params = { ref, argument, ...(context === undefined ? {} : { context: { arguments: context } }) }
      return completionIn(await router.request(scopeOf(projectId), 'completion/complete', call(params, signal)))
    }),
  })
}
