/** The pseudo-server for the engine's own tools, as registry and router see it. */
import type { CallableServer } from '#engine/connections/callable'
import type { CatalogServer } from '#engine/registry/catalog/catalogServer'
import type { CheckedTool } from '#engine/policies/checkedTool'
import type { Scope } from '#engine/registry/catalog/scope'

/** No other server can have this slug, and no pair this id. */
export const nativeSlug = 'native'

export interface NativeServer extends CallableServer {
  readonly tools: readonly CheckedTool[]
  /** Whether the settings offer its tools there. */
  isOfferedIn(scope: Scope): boolean
}

/** Its part of a scope's catalog; null: nothing. */
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
