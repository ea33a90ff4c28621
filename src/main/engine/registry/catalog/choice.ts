/** Choices as scopes hold them, and what is in a scope. Pure. */
import { createHash } from 'node:crypto'
import { type ToolChoice, toolsLeft } from '#contract/tools/toolChoice'
import type { KeyedChoice, Scope } from '#engine/registry/catalog/scope'

/** Undefined for a choice that leaves everything, so that those who chose nothing share one catalog. */
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

/** Whether anything of this server is in the scope. */
export function hasServer(scope: Scope, server: { readonly slug: string; readonly projectId: string }): boolean {
  if (scope.kind === 'project' && server.projectId !== scope.projectId) return false
  if (scope.kind === 'server' && server.slug !== scope.slug) return false
  return toolsLeft(scope.choice, server.slug) !== 'none'
}
