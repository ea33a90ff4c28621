/**
 * The routes that the page reads, and the events after which it reads them again, if the event does not contain the new
 * data. A test lists the only exceptions.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Contract } from '#contract/contract'
import type { EngineEvent } from '#contract/events'
import type { EngineQueries } from '#renderer/client/engine.ts'

type Cause = EngineEvent['type']
export type Route = { [Subject in keyof Contract]: `${Subject}.${keyof Contract[Subject] & string}` }[keyof Contract]

/** Events that change which tools clients and models get. */
const toolCauses: readonly Cause[] = ['tools.changed', 'server.removed', 'project.changed', 'project.removed']
const serverCauses: readonly Cause[] = ['server.changed', ...toolCauses]

export const rereads: Partial<Record<Route, readonly Cause[]>> = {
  'access.list': ['client.changed', ...toolCauses],
  'catalog.prompts': serverCauses,
  'catalog.resources': serverCauses,
  'chat.estimate': ['settings.changed', 'models.changed', ...toolCauses],
  'chat.list': ['conversation.changed'],
  'chat.get': ['conversation.changed'],
  'clients.export': serverCauses,
  // Whether a decision is outdated depends on the tool.
  'decisions.list': ['decisions.changed', 'tools.changed'],
  // Usage is also polled while it is visible.
  'hosting.list': ['hosting.changed'],
  'hosting.history': ['hosting.changed'],
  'hosting.volumes': ['hosting.changed'],
  // The engine caches registries' answers for an hour.
  'hosting.packageUpdates': ['hosting.changed'],
  'modelSource.get': ['models.changed', 'secrets.changed'],
  'models.list': ['models.changed', 'secrets.changed'],
  // Says in which state each server in the project is, and how many of its tools are on.
  'projects.servers': serverCauses,
  'products.list': ['products.changed', 'server.removed', 'project.changed', 'project.removed'],
  // Says which servers use each secret. That depends on their settings.
  'secrets.list': ['secrets.changed', 'products.changed', ...serverCauses],
  'secrets.permissions': ['secrets.changed', 'project.changed', 'project.removed'],
  'secrets.vault': ['secrets.changed'],
  'servers.equal': serverCauses,
  'settings.get': ['settings.changed'],
  // New steps of a sign-in have no event of their own. They are read with the next change.
  'signIn.state': ['signIn.changed', 'server.changed'],
  // Whether a tool has changed since its first use depends on decisions and settings.
  'tools.inSight': ['client.changed', 'decisions.changed', 'settings.changed', ...serverCauses],
  // The names of one server's tools depend on the other servers' tools.
  'tools.list': toolCauses,
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
