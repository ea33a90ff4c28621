/** Which servers and tools a choice leaves. Pure. */
import { createHash } from 'node:crypto'
import type { Choice, Scope } from '#engine/registry/catalog/scope'

/** Undefined for a choice that leaves everything, so that those who chose nothing share one catalog. */
export function choiceOf({ mode, servers }: Pick<Choice, 'mode' | 'servers'>): Choice | undefined {
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
  return leavesServer(scope.choice, server.slug)
}

/** Prompts and resources come with their server, whichever of its tools are chosen. */
export function leavesServer(choice: Choice | undefined, slug: string): boolean {
  if (choice === undefined) return true
  const named = Object.hasOwn(choice.servers, slug) ? choice.servers[slug] : undefined
  return choice.mode === 'only' ? named !== undefined : named !== 'all'
}

/** The tools that are left of a server that is in the scope; null: all. */
export function toolFilter(choice: Choice | undefined, slug: string): ((toolName: string) => boolean) | null {
  if (choice === undefined || !Object.hasOwn(choice.servers, slug)) return null
  const named = choice.servers[slug]
  if (named === undefined || named === 'all') return null
  const names = new Set(named)
  const isOnly = choice.mode === 'only'
  return (toolName) => names.has(toolName) === isOnly
}
