/**
 * What the page has read of the engine, and the events after which it reads that again, where an event does not carry
 * the news itself. Every figure on the page follows by this table, or by what a test of the architecture names.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Contract } from '#contract/contract'
import type { EngineEvent } from '#contract/events'
import type { EngineQueries } from '#renderer/client/engine.ts'

type Cause = EngineEvent['type']
export type Route = { [Subject in keyof Contract]: `${Subject}.${keyof Contract[Subject] & string}` }[keyof Contract]

/** What a client or a model would be given. */
const ofTools: readonly Cause[] = ['tools.changed', 'server.removed', 'project.changed', 'project.removed']
const ofServers: readonly Cause[] = ['server.changed', ...ofTools]

export const rereads: Partial<Record<Route, readonly Cause[]>> = {
  'access.list': ['client.changed', ...ofTools],
  'catalog.prompts': ofServers,
  'catalog.resources': ofServers,
  'chat.estimate': ['settings.changed', 'models.changed', ...ofTools],
  'chat.list': ['conversation.changed'],
  'chat.get': ['conversation.changed'],
  'clients.export': ofServers,
  // Whether a decision is outdated depends on the tool.
  'decisions.list': ['decisions.changed', 'tools.changed'],
  // What they use is looked at besides, while they are seen.
  'hosting.list': ['hosting.changed'],
  'hosting.history': ['hosting.changed'],
  'hosting.volumes': ['hosting.changed'],
  'modelSource.get': ['models.changed', 'secrets.changed'],
  'models.list': ['models.changed', 'secrets.changed'],
  // The state of a server in a project, and how many of its tools are on there.
  'projects.servers': ofServers,
  'products.list': ['products.changed', 'server.removed', 'project.changed', 'project.removed'],
  // Who uses one is in the settings of servers.
  'secrets.list': ['secrets.changed', 'products.changed', ...ofServers],
  'secrets.permissions': ['secrets.changed', 'project.changed', 'project.removed'],
  'secrets.vault': ['secrets.changed'],
  'servers.equal': ofServers,
  'settings.get': ['settings.changed'],
  // Whether a tool is not what it was when it was first used depends on what is remembered and asked.
  'tools.inSight': ['client.changed', 'decisions.changed', 'settings.changed', ...ofServers],
  // The names of one server's tools depend on what the others list.
  'tools.list': ofTools,
}

function keyOf(queries: EngineQueries, route: string): QueryKey {
  const [subject = '', name = ''] = route.split('.')
  const group = queries[subject as keyof EngineQueries] as unknown as Record<string, { key(): QueryKey }>
  return group[name]?.key() ?? [route]
}

export function rereadAfter(cache: QueryClient, queries: EngineQueries, types: ReadonlySet<Cause>): void {
  for (const [route, causes] of Object.entries(rereads))
    if (causes.some((cause) => types.has(cause))) void cache.invalidateQueries({ queryKey: keyOf(queries, route) })
}
