/**
 * Stores the shared vault's sealed values, and one header row that describes how their key is made. Values are only
 * written under the key of the existing header. SQL only, no keys and no plain values.
 */
import { sql } from 'kysely'
import type { StoreDatabase } from '#engine/store/database/database'

export interface SealedItem {
  readonly name: string
  readonly sealed: string
  /** The header of the key that sealed the value, as the writer read it. */
  readonly header: string
  /** When the value was written, in epoch milliseconds. */
  readonly updatedAt: number
}

export interface VaultItemStore {
  /** Reads the header, and the sealed value of an item. Each is null if it does not exist. */
  read(name: string): Promise<{ readonly header: string | null; readonly sealed: string | null }>
  /** Stores the key's header if no items are stored yet. If several engines try at the same time, one succeeds. */
  begin(header: string, updatedAt: number): Promise<void>
  /** Writes nothing and returns false if the header has changed meanwhile. */
  put(item: SealedItem): Promise<boolean>
  /** Writes nothing and returns false if the header has changed meanwhile or the item exists. */
  add(item: SealedItem): Promise<boolean>
  remove(name: string): Promise<void>
  /** For each item, a string that changes whenever the item is sealed again. */
  versions(): Promise<ReadonlyMap<string, string>>
}

const headerName = 'key'
/** A version is the beginning of the sealed text: its nonce of 12 bytes in base64, new for each sealing. */
const versionLength = 16

export function versionOf(sealed: string): string {
  return sealed.slice(0, versionLength)
}

export function createVaultItemStore({ kysely }: StoreDatabase): VaultItemStore {
  const insertion = ({ name, sealed, header, updatedAt }: SealedItem) =>
    kysely
      .insertInto('vault_items')
      .columns(['name', 'sealed', 'updated_at'])
      .expression((expression) =>
        expression
          .selectFrom('vault_items')
          .where('name', '=', headerName)
          .where('sealed', '=', header)
          .select([
            sql<string>`cast(${name} as text)`.as('name'),
            sql<string>`cast(${sealed} as text)`.as('sealed'),
            sql<number>`cast(${updatedAt} as bigint)`.as('updated_at'),
          ]),
      )
      .returning('name')
  return {
    async read(name) {
      const rows = await kysely
        .selectFrom('vault_items')
        .select(['name', 'sealed'])
        .where('name', 'in', [headerName, name])
        .execute()
      const sealedOf = (wanted: string) => rows.find((row) => row.name === wanted)?.sealed ?? null
      return { header: sealedOf(headerName), sealed: sealedOf(name) }
    },

    async begin(header, updatedAt) {
      const found = await kysely.selectFrom('vault_items').select('name').limit(1).executeTakeFirst()
      if (found !== undefined) return
      await kysely
        .insertInto('vault_items')
        .values({ name: headerName, sealed: header, updated_at: updatedAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async put(item) {
      const { sealed, updatedAt } = item
      const replaced = { sealed, updated_at: updatedAt }
      const written = await insertion(item)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(replaced))
        .execute()
      return written.length > 0
    },

    async add(item) {
      const written = await insertion(item)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return written.length > 0
    },

    async remove(name) {
      await kysely.deleteFrom('vault_items').where('name', '=', name).execute()
    },

    async versions() {
      const rows = await kysely
        .selectFrom('vault_items')
        .select(['name', sql<string>`substr(sealed, 1, ${versionLength})`.as('version')])
        .where('name', '!=', headerName)
        .execute()
      return new Map(rows.map(({ name, version }) => [name, version]))
    },
  }
}
