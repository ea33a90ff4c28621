/** The rows of `secrets`: the names that the vault has values for. SQL only, no values. */
import type { StoreDatabase } from '#engine/store/database/database'

export interface SecretRow {
  readonly projectId: string
  readonly name: string
  /** The server it came with, and is removed with; null if a person set it. */
  readonly serverId: string | null
  /** Epoch milliseconds. */
  readonly updatedAt: number
}

export interface SecretStore {
  /** By project, then name, each by code point. */
  list(): Promise<SecretRow[]>
  /** An existing row keeps its server. */
  put(row: SecretRow): Promise<void>
  /**
   * False if it did not exist, or stays: as long as the shared vault has this item, other engines have a value under
   * this name.
   */
  remove(projectId: string, name: string, item: string): Promise<boolean>
}

export function createSecretStore({ kysely }: StoreDatabase): SecretStore {
  return {
    async list() {
      const rows = await kysely.selectFrom('secrets').selectAll().execute()
      // The databases sort text differently.
      const keyOf = (row: SecretRow) => `${row.projectId}\0${row.name}`
      return rows
        .map((row) => ({
          projectId: row.project_id,
          name: row.name,
          serverId: row.server_id,
          updatedAt: row.updated_at,
        }))
        .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    },

    async put({ projectId, name, serverId, updatedAt }) {
      await kysely
        .insertInto('secrets')
        .values({ project_id: projectId, name, server_id: serverId, updated_at: updatedAt })
        .onConflict((conflict) => conflict.columns(['project_id', 'name']).doUpdateSet({ updated_at: updatedAt }))
        .execute()
    },

    async remove(projectId, name, item) {
      const removed = await kysely
        .deleteFrom('secrets')
        .where('project_id', '=', projectId)
        .where('name', '=', name)
        .where((expression) => {
          const shared = expression.selectFrom('vault_items').select('sealed').where('vault_items.name', '=', item)
          return expression.not(expression.exists(shared))
        })
        .returning('name')
        .execute()
      return removed.length > 0
    },
  }
}
