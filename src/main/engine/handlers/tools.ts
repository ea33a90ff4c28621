/** The routes for tools, and for calling one by hand. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import { personKey, tryTool } from '#engine/chat/tryTool'
import type { Engine } from '#engine/createEngine'
import { namedProject, soughtProject } from '#engine/registry/projects/namedProject'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'

const person: Caller = {
  key: personKey,
  capabilities: {},
  ask: null,
  identity: { kind: 'person', name: null, version: null, hasSession: false },
}

export function toolHandlers(engine: Engine) {
  const { registry, servers, router, access, isChanged, records } = engine
  const os = implement(contract.tools)
  const scopeOf = ({ projectId }: { readonly projectId?: string | undefined }): Scope =>
    projectId === undefined ? { kind: 'all' } : { kind: 'project', projectId: namedProject(registry, projectId) }
  return os.router({
    list: os.list.handler(({ input }) => registry.tools(input.server, scopeOf(input))),
    listed: os.listed.handler(async ({ input }) => {
      const scope = scopeOf(input)
      await registry.use(scope)
      return [...(registry.view(scope)?.tools ?? [])]
    }),
    inSight: os.inSight.handler(({ input }) => {
      const wanted = scopeOf(input)
      const scope = input.clientId === undefined ? wanted : access.scopeOf(input.clientId, wanted)
      const seen = scope === null ? [] : registry.inSight(scope)
      return seen.map(({ pairId, ...tool }) => ({ ...tool, isChanged: isChanged(pairId, tool.name) }))
    }),
    usage: os.usage.handler(({ input, signal }) =>
      records.usage(soughtProject(registry, input).projectId ?? null, signal),
    ),
    setEnabled: os.setEnabled.handler(async ({ input }) => {
      await servers.setToolsEnabled(input.server, input.names, input.enabled)
      return {}
    }),
    try: os.try.handler(({ input: { projectId, ...call }, signal }) =>
      tryTool({ ...engine, views: registry, source: engine.modelSource }, scopeOf({ projectId }), call, signal),
    ),
    call: os.call.handler(({ input: { projectId, ...params }, signal }) =>
      router.callTool(scopeOf({ projectId }), { params, caller: person, cancellation: Cancellation.of(signal) }),
    ),
  })
}
