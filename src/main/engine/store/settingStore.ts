/** Settings of the engine that belong to no project: one JSON value a key. Their meaning belongs to whoever reads them. */
import type { StoreDatabase } from '#engine/store/database'

export interface SettingStore {
  /** Undefined when it was never set. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
}

export function createSettingStore({ kysely }: StoreDatabase): SettingStore {
  return {
    async get(key) {
      const row = await kysely.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
      return row === undefined ? undefined : JSON.parse(row.value)
    },

    async set(key, value) {
      const text = JSON.stringify(value)
      await kysely
        .insertInto('settings')
        .values({ key, value: text })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
        .execute()
    },

    async remove(key) {
      await kysely.deleteFrom('settings').where('key', '=', key).execute()
    },
  }
}
