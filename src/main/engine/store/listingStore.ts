/** The rows of `server_listings`: what a server listed last, so that it can be shown before the server runs. */
import type { StoreDatabase } from '#engine/store/database'

/** The tools a server listed last, as they came. */
interface KeptListing {
  readonly tools: readonly unknown[]
  readonly listedAt: number
}

export interface ListingStore {
  /** By server id. */
  listings(): Promise<Map<string, KeptListing>>
  /** For a server that is gone meanwhile, nothing is kept. */
  saveListing(serverId: string, tools: readonly unknown[], listedAt: number): Promise<void>
}

export function createListingStore(database: StoreDatabase): ListingStore {
  const { kysely } = database
  return {
    async listings() {
      const rows = await kysely.selectFrom('server_listings').selectAll().where('kind', '=', 'tools').execute()
      return new Map(
        rows.map((row) => [row.server_id, { tools: JSON.parse(row.listing) as unknown[], listedAt: row.listed_at }]),
      )
    },

    async saveListing(serverId, tools, listedAt) {
      // JSON escapes what a database would refuse in plain text, so that a listing survives whatever is in it.
      const listing = JSON.stringify(tools)
      try {
        await kysely
          .insertInto('server_listings')
          .values({ server_id: serverId, kind: 'tools', listing, listed_at: listedAt })
          .onConflict((conflict) =>
            conflict.columns(['server_id', 'kind']).doUpdateSet({ listing, listed_at: listedAt }),
          )
          .execute()
      } catch (error) {
        if (!database.isBrokenReference(error)) throw error
      }
    },
  }
}
