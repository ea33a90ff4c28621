/** Converts a choice of servers and tools to the form that scopes use, and decides what a scope contains. Pure. */
import { createHash } from 'node:crypto'
import { type ChosenServer, leftOf, type ToolChoice } from '#contract/tools/toolChoice'
import type { KeyedChoice, Scope } from '#engine/registry/catalog/scope'

/** Returns undefined for a choice that excludes nothing. All clients without a choice thus share one catalog. */
export function keyedChoice({ mode, servers }: Readonly<ToolChoice>): KeyedChoice | undefined {
  const sorted = Object.entries(servers)
    .map(([slug, tools]) => [slug, tools === 'all' ? tools : [...new Set(tools)].sort()] as const)
    .filter(([, tools]) => mode === 'only' || tools.length > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  if (mode === 'except' && sorted.length === 0) return undefined
  const key = createHash('sha256')
    .update(JSON.stringify([mode, sorted]))
    .digest('base64url')
  return { key, mode, servers: Object.fromEntries(sorted) }
}

/** Whether the scope includes at least one tool of this server in this project. */
export function hasServer(scope: Scope, server: ChosenServer & { readonly projectId: string }): boolean {
  if (scope.kind === 'server' && server.slug !== scope.slug) return false
  if (scope.kind !== 'all' && scope.projectId !== undefined && server.projectId !== scope.projectId) return false
  return leftOf(scope.choice, server) !== 'none'
}
