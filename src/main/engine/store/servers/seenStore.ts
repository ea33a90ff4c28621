/**
 * Stores facts observed about servers: their protocol era, and their tools, prompts and resources, which are shown
 * until the server runs again.
 */
import { chunks } from '#engine/store/database/chunks'
import type { StoreDatabase } from '#engine/store/database/database'
import type { SeenEra } from '#engine/store/servers/serverRow'

export type ListedKind = 'tools' | 'prompts' | 'resources' | 'templates'

/** The entries as the server sent them. */
export interface KeptListing {
  readonly entries: readonly unknown[]
  readonly listedAt: number
}
export type KeptListings = Readonly<Partial<Record<ListedKind, KeptListing>>>

/** What was observed about one launch of a server. */
export interface SeenLaunch {
  readonly era?: SeenEra
  readonly listings: KeptListings
}
/** The facts about a server's launches, by the launch's key (`launchedFor`). */
export type SeenLaunches = ReadonlyMap<string, SeenLaunch>

/** New observations about a server. */
export interface SeenServer extends SeenLaunch {
  readonly id: string
  readonly launchedFor: string
}

export interface SeenStore {
  /** The facts about each server, by server id. */
  seen(): Promise<ReadonlyMap<string, SeenLaunches>>
  /** Skips servers that were removed meanwhile. */
  saveSeen(servers: readonly SeenServer[]): Promise<void>
}

const rowsPerStatement = 100

interface Gathered extends SeenLaunch {
  era?: SeenEra
  readonly listings: Partial<Record<ListedKind, KeptListing>>
}

export function createSeenStore(database: StoreDatabase): SeenStore {
  const { kysely } = database

  const save = (servers: readonly SeenServer[]) =>
    kysely.transaction().execute(async (transaction) => {
      for (const some of chunks(servers, rowsPerStatement)) {
        const ids = some.map(({ id }) => id)
        const found = await transaction.selectFrom('mcp_servers').select('id').where('id', 'in', ids).execute()
        const there = new Set(found.map(({ id }) => id))
        const rows = some.filter(({ id }) => there.has(id))
        const eras = rows.flatMap(eraRow)
        if (eras.length > 0)
          await transaction
            .insertInto('server_eras')
            .values(eras)
            .onConflict((conflict) =>
              conflict.columns(['server_id', 'launched_for']).doUpdateSet((row) => ({
                era: row.ref('excluded.era'),
                checked_at: row.ref('excluded.checked_at'),
              })),
            )
            .execute()
        const listings = rows.flatMap(listingRows)
        if (listings.length > 0)
          await transaction
            .insertInto('server_listings')
            .values(listings)
            .onConflict((conflict) =>
              conflict.columns(['server_id', 'launched_for', 'kind']).doUpdateSet((row) => ({
                listing: row.ref('excluded.listing'),
                listed_at: row.ref('excluded.listed_at'),
              })),
            )
            .execute()
      }
    })

  const saveSeen = async (servers: readonly SeenServer[]): Promise<void> => {
    try {
      await save(servers)
    } catch (error) {
      // Another engine has just removed a server: try again without it.
      if (!database.isBrokenReference(error)) throw error
      await saveSeen(servers)
    }
  }

  return {
    async seen() {
      const servers = new Map<string, Map<string, Gathered>>()
      const of = (row: { readonly server_id: string; readonly launched_for: string }) => {
        const launches = servers.get(row.server_id) ?? new Map<string, Gathered>()
        servers.set(row.server_id, launches)
        const seen = launches.get(row.launched_for) ?? { listings: {} }
        launches.set(row.launched_for, seen)
        return seen
      }
      for (const row of await kysely.selectFrom('server_eras').selectAll().execute())
        of(row).era = { era: row.era, checkedAt: row.checked_at }
      for (const row of await kysely.selectFrom('server_listings').selectAll().execute())
        of(row).listings[row.kind as ListedKind] = {
          entries: JSON.parse(row.listing) as unknown[],
          listedAt: row.listed_at,
        }
      return servers
    },

    saveSeen,
  }
}

function eraRow({ id, launchedFor, era }: SeenServer) {
  return era === undefined
    ? []
    : [{ server_id: id, launched_for: launchedFor, era: era.era, checked_at: era.checkedAt }]
}

/** As JSON, characters that a database would refuse are escaped, so any listing can be stored. */
function listingRows({ id, launchedFor, listings }: SeenServer) {
  return Object.entries(listings).map(([kind, { entries, listedAt }]) => ({
    server_id: id,
    launched_for: launchedFor,
    kind,
    listing: JSON.stringify(entries),
    listed_at: listedAt,
  }))
}
