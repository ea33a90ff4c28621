/** Applies a batch of events to the list of servers. Pure. */
import type { EngineEvent } from '#contract/events'
import type { ServerSnapshot } from '#contract/servers/server'

export function serversAfter(servers: readonly ServerSnapshot[], events: readonly EngineEvent[]): ServerSnapshot[] {
  const bySlug = new Map(servers.map((server) => [server.slug, server]))
  for (const event of events) {
    if (event.type === 'server.changed') bySlug.set(event.server.slug, event.server)
    if (event.type === 'server.removed') bySlug.delete(event.slug)
  }
  return [...bySlug.values()].sort((a, b) => a.position - b.position)
}
