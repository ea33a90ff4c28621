/** Receives what one server's connection sends, and stores the server's listings. */
import type { EngineEvent } from '#contract/events'
import { type ConnectionEvents, verdictOf } from '#engine/connections/connectionOptions'
import type { InboundRequest } from '#engine/connections/peer/inboundRequests'
import type { ProtocolEra } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'
import type { ListingKind } from '#engine/connections/session/listingKinds'
import { internalError } from '#contract/jsonRpc/errorCodes'
import { sessionFacts } from '#engine/policies/sessionFacts'
import { type CheckedEntries, checkEntries, type CheckedKind } from '#engine/registry/servers/listingChecks'
import { checkListing } from '#engine/policies/checkedTool'
import type { SeenOf, SeenServers } from '#engine/registry/servers/seenServers'
import { lookWhatIsUnlisted, type ServerEntry } from '#engine/registry/servers/serverEntry'
import { launchedFor } from '#engine/store/servers/launchedFor'
import type { OfPair } from '#engine/store/servers/change'
import type { ServerStore } from '#engine/store/servers/serverStore'

/** The pair through which a message came. */
export type HeardFrom = OfPair

/** `within`: the id of the request that the notification belongs to, if the transport knows it. */
export type NotificationHeard = [
  from: HeardFrom,
  method: string,
  params: Record<string, unknown>,
  source: object,
  within?: number,
]

/** The messages that the router receives from servers. */
export interface ServerListener {
  /** `source`: the connection that the request came from. The request belongs to a call on that connection. */
  onServerRequest(from: HeardFrom, request: InboundRequest, source: object): void
  onServerNotification(...heard: NotificationHeard): void
}

export interface ListenerParts {
  readonly store: Pick<ServerStore, 'saveAsking'>
  readonly seen: Pick<SeenServers, 'era' | 'listing' | 'relaunched'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly publish: (event: EngineEvent) => void
  /**
   * Whether the entry is still in use: false once the server is removed or has a new connection. Messages from the old
   * connection are dropped.
   */
  isCurrent(entry: ServerEntry): boolean
  tellServer(entry: ServerEntry): void
  catalogsChanged(): void
  router(): ServerListener | null
}

export function connectionListener(
  { pairId, slug }: OfPair,
  entryOf: () => ServerEntry,
  parts: ListenerParts,
): ConnectionEvents {
  const from: OfPair = { pairId, slug }
  const current = (work: (entry: ServerEntry) => void) => {
    const entry = entryOf()
    if (parts.isCurrent(entry)) work(entry)
  }
  return {
    onState: () =>
      current((entry) => {
        if (lookWhatIsUnlisted(entry)) parts.catalogsChanged()
        parts.tellServer(entry)
      }),
    onListing: (kind, entries, era) =>
      current((entry) => {
        if (era !== undefined) takeOtherEra(entry, kind, entries, era, parts)
        else if (kind === 'tools') takeTools(entry, entries, parts)
        else takeOthers(entry, kind, entries, parts)
      }),
    onEra: (eras) =>
      current((entry) => {
        parts.seen.era(launchOf(entry), verdictOf(eras))
        // The new icon is published with the next state, which follows.
        if (eras.icon !== undefined) entry.server.icon = eras.icon
        // The server was replaced: the first session now uses what was the other era.
        if (entry.inOtherEra?.era === eras.era) entry.inOtherEra = null
        // In the modern era, a server's question is part of the response to a call.
        if (eras.era === 'modern' && entry.server.definition.asksCallers) setAsking(entry, false, parts)
      }),
    // The router identifies servers by slug, and another server may have this slug by now.
    onServerRequest: (request, source) => {
      const entry = entryOf()
      if (!parts.isCurrent(entry)) {
        request.refuse(internalError, 'Switchboard is stopping this server.')
        return
      }
      if (isAmbiguous(entry)) setAsking(entry, true, parts)
      parts.router()?.onServerRequest(from, request, source)
    },
    onNotification: (method, params, source, within) =>
      current(() => parts.router()?.onServerNotification(from, method, params, source, within)),
  }
}

/** The maximum number of log lines about one list. */
const maxReasonsSaid = 20

/** Whether a question from the server could be meant for several callers, or for several calls. */
function isAmbiguous({ row, connection }: ServerEntry): boolean {
  const { state } = connection
  const isLegacyProcess = hasProcess(row.launch) && state.kind === 'ready' && state.era === 'legacy'
  if (!sessionFacts[row.sessions].yieldsToAsking || row.asksCallers || !isLegacyProcess) return false
  return connection.hasSeveralCallers || connection.pendingCount > 1
}

function setAsking(entry: ServerEntry, asksCallers: boolean, parts: ListenerParts): void {
  const { server } = entry
  server.definition = { ...server.definition, asksCallers }
  for (const one of server.entries) one.row = { ...one.row, asksCallers }
  parts.background.run('keep how a server asks', () => parts.store.saveAsking(entry.row.id, asksCallers))
  if (asksCallers)
    entry.connection.log.append(
      'engine',
      'This server asks its callers questions, and several clients use it: from now on it gets one call at a time, so that it is clear which client is asked. With "sessions": "dedicated" each client gets a process of its own.',
    )
  parts.tellServer(entry)
}

function takeTools(entry: ServerEntry, listing: readonly unknown[], parts: ListenerParts): void {
  const { tools, isNew } = heardTools(entry, listing)
  if (entry.tools === tools) return
  entry.tools = tools
  lookWhatIsUnlisted(entry)
  if (isNew) {
    parts.seen.listing(launchOf(entry), 'tools', listing)
    parts.publish({ type: 'tools.changed', slug: entry.row.slug })
  }
  parts.tellServer(entry)
  parts.catalogsChanged()
}

/** Returns the same array for every project that gets the same listing, and for an unchanged listing. */
function heardTools(entry: ServerEntry, listing: readonly unknown[]) {
  const { heard, newest } = entry.server
  const known = heard.tools
  if (known?.listing === listing) return { tools: known.checked, isNew: false }
  const before = entry.tools
  const isSame = before !== null && JSON.stringify(before.map((tool) => tool.raw)) === JSON.stringify(listing)
  const tools = isSame ? before : checkListing(listing)
  heard.tools = { listing, checked: tools }
  entry.server.newest = { ...newest, tools, wasListed: true }
  return { tools, isNew: !isSame }
}

function takeOtherEra(
  entry: ServerEntry,
  kind: ListingKind,
  listing: readonly unknown[],
  era: ProtocolEra,
  parts: ListenerParts,
): void {
  const before = entry.inOtherEra?.era === era ? entry.inOtherEra : { era, others: {} }
  const after =
    kind === 'tools'
      ? { ...before, tools: checkListing(listing) }
      : { ...before, others: { ...before.others, [kind]: checkEntries(kind, listing) } }
  if (JSON.stringify(before) === JSON.stringify(after)) return
  entry.inOtherEra = after
  parts.catalogsChanged()
}

function takeOthers(entry: ServerEntry, kind: CheckedKind, listing: readonly unknown[], parts: ListenerParts): void {
  const { entries, isNew } = heardEntries(entry, kind, listing)
  if (entry.others[kind] === entries) return
  entry.others = { ...entry.others, [kind]: entries }
  if (isNew) {
    sayRefused(entry, kind, entries)
    parts.seen.listing(launchOf(entry), kind, listing)
  }
  parts.catalogsChanged()
}

function heardEntries(entry: ServerEntry, kind: CheckedKind, listing: readonly unknown[]) {
  const { heard, newest } = entry.server
  const known = heard[kind]
  if (known?.listing === listing) return { entries: known.checked, isNew: false }
  const before = entry.others[kind]
  const checked = checkEntries(kind, listing)
  const isSame = JSON.stringify(checked) === JSON.stringify(before)
  const entries = isSame ? before : checked
  heard[kind] = { listing, checked: entries }
  entry.server.newest = { ...newest, others: { ...newest.others, [kind]: entries } }
  return { entries, isNew: !isSame }
}

function sayRefused({ connection: { log } }: ServerEntry, kind: CheckedKind, { refused }: CheckedEntries): void {
  for (const { key, reason } of refused.slice(0, maxReasonsSaid))
    log.append('engine', `${JSON.stringify(key.slice(0, 100))} was left out of the server's ${kind}: ${reason}`)
  const more = refused.length - maxReasonsSaid
  if (more > 0) log.append('engine', `${more} more entries were left out of the server's ${kind}.`)
}

function launchOf({ row }: ServerEntry): SeenOf {
  return { id: row.id, launchedFor: launchedFor(row) }
}
