/** One server as the registry holds it: what is wanted (its row and toggles) and what is (its connection and listing). */
import type { ProtocolEra, ServerSnapshot } from '#contract/servers/server'
import type { ToolSnapshot } from '#contract/tools/tool'
import type { CallableServer } from '#engine/connections/callable'
import type { ServerConnection } from '#engine/connections/serverConnection'
import { type CheckedEntries, checkEntries, type CheckedKind } from '#engine/registry/servers/listingChecks'
import { mayListSoon } from '#engine/policies/supervision'
import { callableServer } from '#engine/registry/servers/callableEntry'
import type { Catalog } from '#engine/registry/catalog/catalog'
import type { CatalogServer, Unlisted } from '#engine/registry/catalog/catalogServer'
import { checkListing, type CheckedTool } from '#engine/policies/checkedTool'
import { offerKey } from '#engine/registry/catalog/offers'
import { shownLaunch } from '#engine/secrets/shownLaunch'
import { plainSecrets } from '#engine/secrets/secretPlaces'
import { isFileProject } from '#engine/store/servers/projectStore'
import type { KeptListings } from '#engine/store/servers/seenStore'
import type { ServerRow } from '#engine/store/servers/serverRow'

export interface ServerEntry {
  row: ServerRow
  switchedOff: ReadonlySet<string>
  /** Its newest listing, or the one kept from before; null when it never listed. */
  tools: readonly CheckedTool[] | null
  readonly others: OtherListings
  /** What it lists in its other era, once it was spoken to in it. */
  inOtherEra: OtherEraListing | null
  /** It was ready once, now or before the engine started. */
  wasListed: boolean
  /** What it may soon list for the first time: until it has, names that could be its own are undecided. */
  unlisted: Unlisted | null
  readonly connection: ServerConnection
  /** What the router gets. */
  readonly callable: CallableServer
}

/** What it lists beside tools, checked. */
export type OtherListings = Record<CheckedKind, CheckedEntries>

export interface OtherEraListing {
  readonly era: ProtocolEra
  readonly tools?: readonly CheckedTool[]
  readonly others: Partial<OtherListings>
}

const nothing: CheckedEntries = { sound: [], refused: [] }

export function serverEntry(row: ServerRow, switchedOff: Iterable<string>, connection: ServerConnection): ServerEntry {
  const entry: ServerEntry = {
    row,
    switchedOff: new Set(switchedOff),
    tools: null,
    others: { prompts: nothing, resources: nothing, templates: nothing },
    inOtherEra: null,
    wasListed: false,
    unlisted: null,
    connection,
    callable: callableServer(() => entry.row, connection),
  }
  lookWhatIsUnlisted(entry)
  return entry
}

/** Shows what the server listed when it last ran. */
export function takeKept(entry: ServerEntry, kept: KeptListings): void {
  if (kept.tools !== undefined) {
    entry.tools = checkListing(kept.tools.entries)
    entry.wasListed = true
  }
  for (const kind of ['prompts', 'resources', 'templates'] as const) {
    const listing = kept[kind]
    if (listing !== undefined) entry.others[kind] = checkEntries(kind, listing.entries)
  }
  lookWhatIsUnlisted(entry)
}

/**
 * After its state or its listing has changed: whether anything of its first listing is still to come. A server that gave
 * up, or failed often, has nothing until it lists: it does not keep back the names of the others. True for news.
 */
export function lookWhatIsUnlisted(entry: ServerEntry): boolean {
  const { state } = entry.connection
  const before = entry.unlisted
  entry.wasListed ||= state.kind === 'ready'
  if (entry.wasListed || !mayListSoon(state)) entry.unlisted = null
  else entry.unlisted = entry.tools === null ? 'everything' : 'others'
  return entry.unlisted !== before
}

function soundEntries({ prompts, resources, templates }: OtherListings) {
  return { prompts: prompts.sound, resources: resources.sound, templates: templates.sound }
}

export function catalogServer(entry: ServerEntry, era?: ProtocolEra): CatalogServer {
  const { slug, projectId, group } = entry.row
  const other = era !== undefined && entry.inOtherEra?.era === era ? entry.inOtherEra : null
  return {
    slug,
    projectId,
    group,
    tools: other?.tools ?? entry.tools ?? [],
    switchedOff: entry.switchedOff,
    unlisted: entry.unlisted,
    ...soundEntries({ ...entry.others, ...other?.others }),
  }
}

/** Whether clients of its two eras see something else. */
export function listsByEra({ tools, others, inOtherEra }: ServerEntry): boolean {
  if (inOtherEra === null) return false
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return !isSame(inOtherEra.tools ?? tools, tools) || !isSame({ ...others, ...inOtherEra.others }, others)
}

export function serverSnapshot(entry: ServerEntry): ServerSnapshot {
  const { row, connection } = entry
  const tools = entry.tools ?? []
  const sound = tools.filter((tool) => tool.definition !== null)
  return {
    slug: row.slug,
    name: row.name,
    description: row.description,
    projectId: row.projectId,
    position: row.position,
    enabled: row.enabled,
    launch: shownLaunch(row.launch),
    // A file is its owner's: nothing of it is in the store.
    plainSecrets: isFileProject(row.projectId) ? [] : plainSecrets(row.launch).map(({ name }) => name),
    group: row.group,
    labels: row.labels,
    concurrency: row.concurrency,
    restart: row.restart,
    timeoutMs: row.timeoutMs,
    sessions: row.sessions,
    asksCallers: row.asksCallers,
    trusted: row.trusted,
    retry: row.retry,
    idleStopMs: row.idleStopMs,
    state: connection.state,
    tools: {
      total: tools.length,
      enabled: sound.filter((tool) => !entry.switchedOff.has(tool.name)).length,
      quarantined: tools.length - sound.length,
    },
    restarts: connection.restarts,
  }
}

/** Under the names that clients see in a catalog. */
export function toolSnapshots(
  entry: ServerEntry,
  { assignment, leftOut }: Pick<Catalog, 'assignment' | 'leftOut'>,
): ToolSnapshot[] {
  const nameOf = (tool: string) => assignment.nameOf(offerKey(entry.row, tool)) ?? null
  return (entry.tools ?? []).map((tool) => {
    const definition = readable(tool)
    const left = leftOut.find((one) => one.slug === entry.row.slug && one.toolName === tool.name)
    const offered = entry.row.enabled && tool.definition !== null && left === undefined
    return {
      publicName: offered ? nameOf(tool.name) : null,
      name: tool.name,
      server: entry.row.slug,
      title: text(definition['title']) ?? text((definition['annotations'] as { title?: unknown } | undefined)?.title),
      description: text(definition['description']) ?? '',
      inputSchema: definition['inputSchema'],
      annotations: definition['annotations'],
      enabled: !entry.switchedOff.has(tool.name),
      quarantine: tool.quarantine ?? left?.reason ?? null,
    }
  })
}

function readable(tool: CheckedTool): Readonly<Record<string, unknown>> {
  return typeof tool.raw === 'object' && tool.raw !== null ? (tool.raw as Record<string, unknown>) : {}
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
