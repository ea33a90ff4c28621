/**
 * Scripted views, a scripted router and scripted resource updates: the ports that the gateway needs, in a few lines.
 */
import { AppError } from '#contract/errors'
import type { GatewayViews } from '#engine/gateway/request/requestScope'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import { buildPrompts } from '#engine/registry/catalog/promptCatalog'
import { emptyCatalogs } from '#test/support/emptyCatalogs'
import { scopeKey, type Scope } from '#engine/registry/catalog/scope'
import type { CallResult, RoutedCall, Router, ToolCallParams } from '#engine/router/call'
import type { ResourceUpdates } from '#engine/router/resources/resourceUpdates'

/** A call that is cancelled through an AbortSignal, so that several listeners can be told. */
export interface ScriptedCall extends RoutedCall {
  readonly scope: Scope
  readonly params: ToolCallParams
  readonly signal: AbortSignal
}

type Script = (call: ScriptedCall) => CallResult | Promise<CallResult>

export interface ScriptedEngine {
  readonly views: GatewayViews
  readonly router: Router
  readonly resourceUpdates: ResourceUpdates
  /** Every request that arrived, in order. */
  readonly calls: readonly ScriptedCall[]
  /** Sets the script of a tool, by its name, or of other requests, by their method. */
  on(name: string, script: Script): void
  /** Sets a scope's list of tools. Null removes the scope. */
  setTools(scope: Scope, names: readonly string[] | null): void
  setPrompts(scope: Scope, names: readonly string[]): void
  /** The current followers, by resource address. */
  readonly followed: ReadonlyMap<string, ReadonlySet<(uri: string) => void>>
  update(uri: string): void
  /** What a scope's first listing waits for. */
  starting: () => Promise<void>
}

export const everything: Scope = { kind: 'all' }
export const gitServer: Scope = { kind: 'server', slug: 'git' }

export const homeProject: Scope = { kind: 'project', projectId: 'p1' }

const rules = { naming: 'prefix-on-conflict', prefix: '{server}__{tool}', maxLength: 64 } as const

export function text(value: string): CallResult {
  return { content: [{ type: 'text', text: value }] }
}

export function scriptedEngine(): ScriptedEngine {
  const scripts = new Map<string, Script>()
  const views = new Map<string, CatalogView>()
  const listeners = new Set<() => void>()
  const followed = new Map<string, Set<(uri: string) => void>>()
  const calls: ScriptedCall[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const engine: ScriptedEngine = {
    calls,
    followed,
    starting: () => Promise.resolve(),
    views: {
      projectId: (idOrName) => (idOrName === 'home' ? 'p1' : idOrName === 'work' ? 'p2' : null),
      isOnIn: (slug, projectId) => slug === 'git' && projectId === 'p1',
      view: (scope) => views.get(scopeKey(scope)) ?? null,
      use: () => engine.starting(),
      onViewsChanged: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    router: {
      callTool: (scope, given) => engine.router.request(scope, 'tools/call', given),
      request: async (scope, method, given) => {
        const call = { ...given, scope, params: given.params as ToolCallParams, signal: signalOf(given) }
        calls.push(call)
        const isTool = method === 'tools/call'
        const script = scripts.get(isTool ? call.params.name : method)
        if (script === undefined) throw new AppError(isTool ? 'UNKNOWN_TOOL' : 'INTERNAL', 'no such tool')
        return await untilCancelled(Promise.resolve(script(call)), call.signal)
      },
    },
    resourceUpdates: {
      subscribe: (_scope, uri, onUpdated) => {
        if (uri.includes('unknown')) return Promise.reject(new AppError('UNKNOWN_RESOURCE', `Unknown resource: ${uri}`))
        const here = followed.get(uri) ?? new Set()
        followed.set(uri, here.add(onUpdated))
        return Promise.resolve(() => {
          here.delete(onUpdated)
          if (here.size === 0) followed.delete(uri)
        })
      },
    },
    update: (uri) => {
      for (const listener of followed.get(uri) ?? []) listener(uri)
    },
    on: (name, script) => void scripts.set(name, script),
    setTools: (scope, names) => {
      if (names === null) views.delete(scopeKey(scope))
      else views.set(scopeKey(scope), viewOf(scope, names))
      changed()
    },
    setPrompts: (scope, names) => {
      const definitions = names.map((name) => ({ key: name, definition: { name } }))
      const before = views.get(scopeKey(scope)) ?? viewOf(scope, [])
      const prompts = buildPrompts(scope, [{ slug: 'git', prompts: definitions }], rules)
      views.set(scopeKey(scope), { ...before, prompts })
      changed()
    },
  }
  engine.setTools(everything, ['echo'])
  engine.setTools(gitServer, ['echo'])
  return engine
}

function viewOf(scope: Scope, names: readonly string[]): CatalogView {
  const tools = names.map((name) => ({ name, description: name, inputSchema: { type: 'object' }, 'x-vendor': 1 }))
  const toolsJson = JSON.stringify(tools)
  return {
    scope,
    hash: toolsJson,
    tools,
    toolsJson,
    find: () => undefined,
    undecided: () => null,
    pairOf: (slug) => slug,
    ...emptyCatalogs(scope),
  }
}

function signalOf(call: RoutedCall): AbortSignal {
  const controller = new AbortController()
  call.cancellation?.listen({ cancelled: () => controller.abort() })
  return controller.signal
}

function untilCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject)
    signal.addEventListener('abort', () => reject(new AppError('CALL_CANCELLED', 'cancelled')), { once: true })
  })
}
