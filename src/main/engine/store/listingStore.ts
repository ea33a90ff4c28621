/** The rows of `server_listings`: what a server listed last, so that it can be shown before the server runs. */
import type { StoreDatabase } from '#engine/store/database'

export type ListedKind = 'tools' | 'prompts' | 'resources' | 'templates'

/** Entries as they came. */
export interface KeptListing {
  readonly entries: readonly unknown[]
  readonly listedAt: number
}
export type KeptListings = Readonly<Partial<Record<ListedKind, KeptListing>>>

export interface ListingStore {
  /** By server id. */
  listings(): Promise<Map<string, KeptListings>>
  /** For a server that is gone meanwhile, nothing is kept. */
  saveListing(serverId: string, kind: ListedKind, entries: readonly unknown[], listedAt: number): Promise<void>
}

export function createListingStore(database: StoreDatabase): ListingStore {
  const { kysely } = database
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

    async saveListing(serverId, kind, entries, listedAt) {
      // JSON escapes what a database would refuse in plain text, so that a listing survives whatever is in it.
      const listing = JSON.stringify(entries)
      try {
        await kysely
          .insertInto('server_listings')
          .values({ server_id: serverId, kind, listing, listed_at: listedAt })
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
