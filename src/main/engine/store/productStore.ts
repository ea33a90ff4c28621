/** The rows of `products`, and all changes that belong to one installation at once. Knows SQL, no rules. */
import type { StoreDatabase } from '#engine/store/database'
import { explainingRefusals } from '#engine/store/refusal'
import { newServerColumns, serverColumns } from '#engine/store/serverColumns'
import type { ServerPatch, ServerRow } from '#engine/store/serverRow'
import { storableJson } from '#engine/store/storableText'
import { switchOff } from '#engine/store/toggleStore'

export interface ProductRow {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly manifest: unknown
  /** When it was installed first. */
  readonly createdAt: number
}

export interface ProductChanges {
  readonly product: ProductRow
  readonly added: readonly { readonly row: ServerRow; readonly switchedOff: readonly string[] }[]
  readonly updated: readonly { readonly id: string; readonly patch: ServerPatch; readonly updatedAt: number }[]
  readonly removedIds: readonly string[]
}

export interface ProductStore {
  /** By name. */
  list(): Promise<ProductRow[]>
  /** All of it or nothing. Rejects with `CONFLICT` when a name or slug is taken, or a server was changed meanwhile. */
  install(changes: ProductChanges): Promise<void>
  /** Removes these servers, and the product when it has none left. */
  uninstall(productId: string, serverIds: readonly string[]): Promise<void>
}

export function createProductStore(database: StoreDatabase): ProductStore {
  const { kysely } = database
  const refusals = {
    taken: {
      project_mcp_servers_slug_unique: 'a server with the same slug was added meanwhile: preview it again',
      project_mcp_servers_project_id_name_unique: 'a server of the same name is in the project already',
    },
    missing: 'the project is not there',
  }
  return {
    async list() {
      const rows = await kysely.selectFrom('products').selectAll().orderBy('name').orderBy('id').execute()
      return rows.map(({ created_at, manifest, ...row }) => ({
        ...row,
        manifest: JSON.parse(manifest) as unknown,
        createdAt: created_at,
      }))
    },

    async install({ product, added, updated, removedIds }) {
      const { id, name, version, createdAt } = product
      const manifest = storableJson(product.manifest)
      const work = kysely.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('products')
          .values({ id, name, version, manifest, created_at: createdAt })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, version, manifest }))
          .execute()
        // Removed first: a server may be renamed into a name that becomes free.
        if (removedIds.length > 0)
          await transaction.deleteFrom('project_mcp_servers').where('id', 'in', removedIds).execute()
        for (const change of updated)
          await transaction
            .updateTable('project_mcp_servers')
            .set({ ...serverColumns(change.patch), updated_at: change.updatedAt })
            .where('id', '=', change.id)
            .execute()
        for (const { row, switchedOff } of added) {
          await transaction.insertInto('project_mcp_servers').values(newServerColumns(row)).execute()
          await switchOff(transaction, row.id, switchedOff)
        }
      })
      await explainingRefusals(database, refusals, work)
    },

    async uninstall(productId, serverIds) {
      await kysely.transaction().execute(async (transaction) => {
        if (serverIds.length > 0)
          await transaction.deleteFrom('project_mcp_servers').where('id', 'in', serverIds).execute()
        const left = await transaction
          .selectFrom('project_mcp_servers')
          .select('id')
          .where('product_id', '=', productId)
          .executeTakeFirst()
        if (left === undefined) await transaction.deleteFrom('products').where('id', '=', productId).execute()
      })
    },
  }
}
