/** Stores the names of secrets, whose values are in the vault. SQL only, no values. */
import type { StoreDatabase } from '#engine/store/database/database'

export interface SecretRow {
  readonly projectId: string
  readonly name: string
  /** The server that the secret came with and is removed with. Null if a person set it. */
  readonly serverId: string | null
  /** When the value was set, or its server or project was removed, in epoch milliseconds. */
  readonly updatedAt: number
}

export interface SecretStore {
  /** All names, sorted by project, then name, by UTF-16 code unit. */
  list(): Promise<SecretRow[]>
  /** Adds a name, or updates only the time of an existing one. */
  put(row: SecretRow): Promise<void>
  /** Removes the name and returns true, unless the shared vault still has its value, because other engines use it. */
  remove(projectId: string, name: string, item: string): Promise<boolean>
}

export function createSecretStore({ kysely }: StoreDatabase): SecretStore {
  return {
    async list() {
      const rows = await kysely.selectFrom('secrets').selectAll().execute()
      // Sorted here, because the two databases sort text differently.
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
