/** Keeps the query cache in step with the engine. Events reach the cache only here. */
import type { QueryClient } from '@tanstack/react-query'
import type { EngineEvent } from '#contract/events'
import { noTimeout } from '#renderer/client/api.ts'
import type { EngineClient, EngineQueries } from '#renderer/client/engine.ts'
import { keepFollowing } from '#renderer/client/keepFollowing.ts'
import { projectsAfter } from '#renderer/client/projectsAfter.ts'
import { rereadAfter } from '#renderer/client/rereads.ts'
import { serversAfter } from '#renderer/client/serversAfter.ts'

export function applyEvents(cache: QueryClient, queries: EngineQueries, events: readonly EngineEvent[]): void {
  cache.setQueryData(queries.servers.list.queryKey(), (servers) => servers && serversAfter(servers, events))
  cache.setQueryData(queries.projects.list.queryKey(), (projects) => projects && projectsAfter(projects, events))
  rereadAfter(cache, queries, new Set(events.map((event) => event.type)))
  for (const event of events)
    if (event.type === 'server.removed')
      cache.removeQueries({ queryKey: queries.tools.list.key({ input: { server: event.slug } }), type: 'inactive' })
}

/** Follows the engine's events until `signal` is aborted. After a possible gap, everything is read again. */
export async function followEvents({ api, cache, queries, events }: EngineClient, signal: AbortSignal) {
  await keepFollowing(signal, async () => {
    const batches = await api.events.subscribe(undefined, { signal, ...noTimeout })
    void cache.invalidateQueries()
    for await (const batch of batches) {
      applyEvents(cache, queries, batch)
      events.tell(batch)
    }
  })
}
