/** What servers were seen to be: which era of the protocol they speak, and what they listed, for before they run again. */
import { chunks } from '#engine/store/database/chunks'
import type { StoreDatabase } from '#engine/store/database/database'
import { eraColumns } from '#engine/store/servers/serverColumns'
import type { SeenEra } from '#engine/store/servers/serverRow'

export type ListedKind = 'tools' | 'prompts' | 'resources' | 'templates'

/** Entries as they came. */
export interface KeptListing {
  readonly entries: readonly unknown[]
  readonly listedAt: number
}
export type KeptListings = Readonly<Partial<Record<ListedKind, KeptListing>>>

/** What is new about a server. */
export interface SeenServer {
  readonly id: string
  readonly era?: SeenEra
  readonly listings: KeptListings
}

export interface SeenStore {
  /** By server id. */
  listings(): Promise<Map<string, KeptListings>>
  /** Of a server that is gone meanwhile, nothing is kept. */
  saveSeen(servers: readonly SeenServer[]): Promise<void>
}

const rowsPerStatement = 100

export function createSeenStore(database: StoreDatabase): SeenStore {
  const { kysely } = database

  const save = (servers: readonly SeenServer[]) =>
    kysely.transaction().execute(async (transaction) => {
      for (const { id, era } of servers)
        if (era !== undefined)
          await transaction.updateTable('project_mcp_servers').set(eraColumns(era)).where('id', '=', id).execute()
      for (const some of chunks(servers, rowsPerStatement)) {
        const ids = some.map(({ id }) => id)
        const found = await transaction.selectFrom('project_mcp_servers').select('id').where('id', 'in', ids).execute()
        const there = new Set(found.map(({ id }) => id))
        const rows = some.filter(({ id }) => there.has(id)).flatMap(listingRows)
        if (rows.length === 0) continue
        await transaction
          .insertInto('server_listings')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['server_id', 'kind']).doUpdateSet((row) => ({
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
      // One was removed just now, by another engine: once more, without it.
      if (!database.isBrokenReference(error)) throw error
      await saveSeen(servers)
    }
  }

  return {
    async listings() {
      const kept = new Map<string, Partial<Record<ListedKind, KeptListing>>>()
      for (const row of await kysely.selectFrom('server_listings').selectAll().execute()) {
        const listings = kept.get(row.server_id) ?? {}
        listings[row.kind as ListedKind] = {
          entries: JSON.parse(row.listing) as unknown[],
          listedAt: row.listed_at,
        }
        kept.set(row.server_id, listings)
      }
      return kept
    },

    saveSeen,
  }
}

/** JSON escapes what a database would refuse in plain text, so that a listing survives whatever is in it. */
function listingRows({ id, listings }: SeenServer) {
  return Object.entries(listings).map(([kind, { entries, listedAt }]) => ({
    server_id: id,
    kind,
    listing: JSON.stringify(entries),
    listed_at: listedAt,
  }))
}
