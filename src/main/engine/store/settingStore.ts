/** Engine settings that belong to no project: one JSON value per key, which only the key's readers interpret. */
import type { StoreDatabase } from '#engine/store/database/database'

export interface SettingStore {
  /** The value of a key; undefined if the key was never set. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  /** Sets a key unless it has a value, perhaps just set by another engine. Returns the value that the key then has. */
  setOnce(key: string, value: unknown): Promise<unknown>
}

export function createSettingStore({ kysely }: StoreDatabase): SettingStore {
  const get = async (key: string): Promise<unknown> => {
    const row = await kysely.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    return row === undefined ? undefined : JSON.parse(row.value)
  }
  return {
    get,

    async set(key, value) {
      const text = JSON.stringify(value)
      await kysely
        .insertInto('settings')
        .values({ key, value: text })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
        .execute()
    },

    async setOnce(key, value) {
      const known = await get(key)
      if (known !== undefined) return known
      await kysely
        .insertInto('settings')
        .values({ key, value: JSON.stringify(value) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return get(key)
    },
  }
}
