/** Views and router as a test wants them: the two ports behind the gateway, in a few lines. */
import { AppError } from '#contract/errors'
import type { CatalogView, Views } from '#engine/registry/catalogView'
import { emptyCatalogs } from '#test/support/emptyCatalogs'
import { scopeKey, type Scope } from '#engine/registry/scope'
import type { CallResult, Router, ToolCall } from '#engine/router/call'

/** A call with its cancellation as a signal, which more than one can listen to. */
export interface ScriptedCall extends ToolCall {
  readonly signal: AbortSignal
}

type ToolScript = (call: ScriptedCall) => CallResult | Promise<CallResult>

export interface ScriptedEngine {
  readonly views: Views
  readonly router: Router
  /** Every call that arrived, in order. */
  readonly calls: readonly ScriptedCall[]
  on(name: string, script: ToolScript): void
  /** What a scope lists from now on; null: there is no such scope any more. */
  setTools(scope: Scope, names: readonly string[] | null): void
  /** What the first listing of a scope waits for. */
  starting: () => Promise<void>
}

export const everything: Scope = { kind: 'all' }
export const gitServer: Scope = { kind: 'server', slug: 'git' }

export const homeProject: Scope = { kind: 'project', projectId: 'p1' }

export function text(value: string): CallResult {
  return { content: [{ type: 'text', text: value }] }
}

export function scriptedEngine(): ScriptedEngine {
  const scripts = new Map<string, ToolScript>()
  const views = new Map<string, CatalogView>()
  const listeners = new Set<() => void>()
  const calls: ScriptedCall[] = []
  const engine: ScriptedEngine = {
    calls,
    starting: () => Promise.resolve(),
    views: {
      projectId: (idOrName) => (idOrName === 'home' ? 'p1' : null),
      view: (scope) => views.get(scopeKey(scope)) ?? null,
      use: () => engine.starting(),
      onViewsChanged: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    router: {
      request: () => Promise.reject(new AppError('INTERNAL', 'This test scripts calls of tools only.')),
      callTool: async (_scope, given) => {
        const call = { ...given, signal: signalOf(given) }
        calls.push(call)
        const script = scripts.get(call.params.name)
        if (script === undefined) throw new AppError('UNKNOWN_TOOL', 'no such tool')
        return await untilCancelled(Promise.resolve(script(call)), call.signal)
      },
    },
    on: (name, script) => void scripts.set(name, script),
    setTools: (scope, names) => {
      if (names === null) views.delete(scopeKey(scope))
      else views.set(scopeKey(scope), viewOf(scope, names))
      for (const listener of listeners) listener()
    },
  }
  engine.setTools(everything, ['echo'])
  engine.setTools(gitServer, ['echo'])
  return engine
}

function viewOf(scope: Scope, names: readonly string[]): CatalogView {
  const tools = names.map((name) => ({ name, description: name, inputSchema: { type: 'object' }, 'x-vendor': 1 }))
  const toolsJson = JSON.stringify(tools)
  return { scope, hash: toolsJson, tools, toolsJson, find: () => undefined, ...emptyCatalogs(scope) }
}

function signalOf(call: ToolCall): AbortSignal {
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
