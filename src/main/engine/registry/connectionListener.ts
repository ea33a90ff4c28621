/** Hears what the connection of one server says, and takes in its listings. */
import type { EngineEvent } from '#contract/events'
import type { ConnectionEvents } from '#engine/connections/connection'
import type { InboundRequest } from '#engine/connections/session'
import type { Clock } from '#engine/ports'
import { checkListing } from '#engine/registry/checkedTool'
import type { ServerEntry } from '#engine/registry/serverEntry'
import type { ServerStore } from '#engine/store/serverStore'

/** What the router hears from servers. */
export interface ServerListener {
  onServerRequest(slug: string, request: InboundRequest): void
  onServerNotification(slug: string, method: string, params: Record<string, unknown>): void
}

export interface ListenerParts {
  readonly store: Pick<ServerStore, 'saveEra' | 'saveListing'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly publish: (event: EngineEvent) => void
  readonly clock: Clock
  /** False once the server is gone or has another connection: what the old one says while it stops concerns nobody. */
  isCurrent(entry: ServerEntry): boolean
  tellServer(entry: ServerEntry): void
  catalogsChanged(): void
  router(): ServerListener | null
}

export function connectionListener(slug: string, entryOf: () => ServerEntry, parts: ListenerParts): ConnectionEvents {
  const { store, background, clock } = parts
  const current = (work: (entry: ServerEntry) => void) => {
    const entry = entryOf()
    if (parts.isCurrent(entry)) work(entry)
  }
  return {
    onState: () => current((entry) => parts.tellServer(entry)),
    onTools: (tools) => current((entry) => takeListing(entry, tools, parts)),
    onEra: (era) =>
      current((entry) =>
        background.run('keep the protocol era', () => store.saveEra(entry.row.id, { era, checkedAt: clock.now() })),
      ),
    onServerRequest: (request) => parts.router()?.onServerRequest(slug, request),
    onNotification: (method, params) => parts.router()?.onServerNotification(slug, method, params),
  }
}

function takeListing(entry: ServerEntry, tools: readonly unknown[], parts: ListenerParts): void {
  const same = entry.tools !== null && JSON.stringify(entry.tools.map((tool) => tool.raw)) === JSON.stringify(tools)
  if (same) return
  entry.tools = checkListing(tools)
  const { store, background, clock, publish } = parts
  background.run('keep a listing', () => store.saveListing(entry.row.id, tools, clock.now()))
  publish({ type: 'tools.changed', slug: entry.row.slug })
  parts.tellServer(entry)
  parts.catalogsChanged()
}
