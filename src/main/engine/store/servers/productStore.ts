/** Reads installed products. SQL only, no business rules. */
import type { ProductRow } from '#engine/store/servers/change'
import type { StoreDatabase } from '#engine/store/database/database'

export interface ProductStore {
  /** All products, sorted by name. */
  list(): Promise<ProductRow[]>
}

export function createProductStore(database: StoreDatabase): ProductStore {
  const { kysely } = database
  return {
    async list() {
      const rows = await kysely.selectFrom('products').selectAll().orderBy('name').orderBy('id').execute()
      return rows.map(({ created_at, manifest, ...row }) => ({
        ...row,
        manifest: JSON.parse(manifest) as unknown,
        createdAt: created_at,
      }))
    },
  }
}
