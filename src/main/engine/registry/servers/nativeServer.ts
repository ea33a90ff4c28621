/** The pseudo-server for the engine's own tools, in the form that the registry and the router use. */
import type { CallableServer } from '#engine/connections/callable'
import type { CatalogServer } from '#engine/registry/catalog/catalogServer'
import type { CheckedTool } from '#engine/policies/checkedTool'
import type { Scope } from '#engine/registry/catalog/scope'

/** The slug and the pair id of the pseudo-server. No other server or pair can have it. */
export const nativeSlug = 'native'

export interface NativeServer extends CallableServer {
  readonly tools: readonly CheckedTool[]
  /** Whether the settings offer the engine's own tools in this scope. */
  isOfferedIn(scope: Scope): boolean
}

/** The engine's own tools as part of a scope's catalog; null if the scope does not include them. */
export function nativeIn(scope: Scope, native: NativeServer | null): CatalogServer | null {
  if (native === null || !native.isOfferedIn(scope)) return null
  if (scope.kind === 'server' && scope.slug !== nativeSlug) return null
  const { tools } = native
  return {
    slug: nativeSlug,
    projectId: '',
    group: null,
    tools,
    switchedOff: new Set(),
    own: new Map(),
    pairs: [{ pairId: nativeSlug, switchedOff: new Set() }],
    prompts: [],
    resources: [],
    templates: [],
    reserved: true,
  }
}
