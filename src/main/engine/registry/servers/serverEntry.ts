/**
 * Servers as the registry keeps them. Each server exists once, with its log. Each project that has the server adds an
 * entry: the wanted state (row, toggles, own names) and the actual state (connection, listing).
 */
import type { ProtocolEra } from '#contract/servers/server'
import type { SignInKind } from '#contract/servers/signIn'
import type { CallableServer } from '#engine/connections/callable'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import { type CheckedEntries, checkEntries, type CheckedKind } from '#engine/registry/servers/listingChecks'
import { mayListSoon } from '#engine/policies/supervision'
import { callableServer } from '#engine/registry/servers/callableEntry'
import type { Unlisted } from '#engine/registry/catalog/catalogServer'
import { checkListing, type CheckedTool } from '#engine/policies/checkedTool'
import type { SwitchedServer, ToolSwitches } from '#engine/store/servers/change'
import type { KeptListings, SeenLaunch, SeenLaunches } from '#engine/store/servers/seenStore'
import type { OwnTools } from '#contract/tools/tool'
import type { ServerDefinition, ServerRow } from '#engine/store/servers/serverRow'

export interface KnownServer {
  definition: ServerDefinition
  /** The last icon that the server gave since the engine started; null if it gave none. */
  icon: string | null
  /** The log of all connections to the server. */
  readonly log: ServerLog
  /** The state of the sign-in, which belongs to the definition. */
  readonly signIn: () => SignInKind
  /** One entry per project, oldest first. */
  entries: readonly ServerEntry[]
  /** The server's newest listing, for projects in which it has not listed yet. */
  newest: Listed
  /** The last listings heard, with their checked form. Projects that share a process hear the same listing. */
  heard: Heard
}

export type Heard = { tools?: HeardListing<readonly CheckedTool[]> } & {
  [Kind in CheckedKind]?: HeardListing<CheckedEntries>
}

interface HeardListing<Checked> {
  readonly listing: readonly unknown[]
  readonly checked: Checked
}

export interface ServerEntry {
  readonly server: KnownServer
  row: ServerRow
  switchedOff: ReadonlySet<string>
  own: OwnTools
  /** The newest listing, or the stored one. Null if the server has never listed its tools. */
  tools: readonly CheckedTool[] | null
  others: OtherListings
  /** The listing in the other era, once a caller has used that era. */
  inOtherEra: OtherEraListing | null
  /** Whether the server was ready at least once, possibly before this engine started. */
  wasListed: boolean
  /** What the server may soon list for the first time. Until then, names that could be its own are undecided. */
  unlisted: Unlisted | null
  readonly connection: ServerConnection
  /** The server as the router sees it. */
  readonly callable: CallableServer
}

/** Checked listings other than tools. */
export type OtherListings = Readonly<Record<CheckedKind, CheckedEntries>>

export type Listed = Pick<ServerEntry, 'tools' | 'others' | 'wasListed'>

export interface OtherEraListing {
  readonly era: ProtocolEra
  readonly tools?: readonly CheckedTool[]
  readonly others: Partial<OtherListings>
}

const nothing: CheckedEntries = { sound: [], refused: [] }
export const nothingListed: Listed = {
  tools: null,
  others: { prompts: nothing, resources: nothing, templates: nothing },
  wasListed: false,
}

/** The entry begins with the server's newest listing from any project, if there is one. */
export function serverEntry(
  server: KnownServer,
  row: ServerRow,
  { switchedOff, own }: ToolSwitches,
  connection: ServerConnection,
): ServerEntry {
  const entry: ServerEntry = {
    server,
    row,
    switchedOff,
    own,
    ...server.newest,
    inOtherEra: null,
    unlisted: null,
    connection,
    callable: callableServer(() => entry.row, connection),
  }
  lookWhatIsUnlisted(entry)
  return entry
}

/** What was observed with this row's launch, otherwise the newest observation with any launch. */
export function seenAs(seen: SeenLaunches, launchedFor: string): SeenLaunch {
  const own = seen.get(launchedFor)
  if (own !== undefined) return own
  return [...seen.values()].reduce((newest, one) => (seenAt(one) > seenAt(newest) ? one : newest), unseen)
}

const unseen: SeenLaunch = { listings: {} }

function seenAt({ era, listings }: SeenLaunch): number {
  return Math.max(era?.checkedAt ?? 0, ...Object.values(listings).map(({ listedAt }) => listedAt))
}

/** Stored listings are checked once for all projects. */
const keptListed = new WeakMap<KeptListings, Listed>()

export function keptAsListed(kept: KeptListings): Listed {
  let listed = keptListed.get(kept)
  if (listed === undefined) keptListed.set(kept, (listed = checkedListings(kept)))
  return listed
}

function checkedListings(kept: KeptListings): Listed {
  const others = { ...nothingListed.others }
  for (const kind of ['prompts', 'resources', 'templates'] as const) {
    const listing = kept[kind]
    if (listing !== undefined) others[kind] = checkEntries(kind, listing.entries)
  }
  return kept.tools === undefined
    ? { ...nothingListed, others }
    : { tools: checkListing(kept.tools.entries), others, wasListed: true }
}

/**
 * Call after a change of state or listing. Decides whether the server's first listing is still to come. A server that
 * has failed for good, or has failed often, counts as listing nothing, so it does not block other servers' names.
 * Returns true if the decision changed.
 */
export function lookWhatIsUnlisted(entry: ServerEntry): boolean {
  const { state } = entry.connection
  const before = entry.unlisted
  entry.wasListed ||= state.kind === 'ready'
  if (entry.wasListed || !mayListSoon(state)) entry.unlisted = null
  else entry.unlisted = entry.tools === null ? 'everything' : 'others'
  return entry.unlisted !== before
}

/** Whether clients of the server's two eras see different lists. */
export function listsByEra({ tools, others, inOtherEra }: ServerEntry): boolean {
  if (inOtherEra === null) return false
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return !isSame(inOtherEra.tools ?? tools, tools) || !isSame({ ...others, ...inOtherEra.others }, others)
}

/** The settings and switches as plain data. */
export function switchedServer({ row, switchedOff, own }: ServerEntry): SwitchedServer {
  return { row, switchedOff, own }
}
