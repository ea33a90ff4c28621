/** Stores which engine may refresh a sign-in now, and which refresh tokens were sent. SQL only, no tokens. */
import { sql, type Selectable } from 'kysely'
import type { StoreDatabase } from '#engine/store/database/database'
import type { Tables } from '#engine/store/database/tables'

/** A server's sign-in in one vault. `vault` is the engine whose own vault has the tokens; empty: the shared vault. */
export interface SignInKey {
  readonly account: string
  readonly vault: string
}

export interface SignInRow extends SignInKey {
  readonly item: string
  /** Increases with each set of tokens. */
  readonly generation: number
  /** The newest generation whose refresh token was sent without an answer being stored. 0: none. */
  readonly spent: number
}

export interface SignInLease {
  readonly holder: string
  readonly now: number
  readonly until: number
}

export interface SignInStore {
  list(vault: string): Promise<SignInRow[]>
  get(key: SignInKey): Promise<SignInRow | null>
  /** Call this after the vault's item was written. A generation never decreases. */
  put(row: SignInKey & { readonly item: string; readonly generation: number }, now: number): Promise<void>
  /** Takes the right to refresh. Null if another engine is refreshing, or there is no row. */
  claim(key: SignInKey, lease: SignInLease): Promise<SignInRow | null>
  /** Call this before the refresh token is sent. False: the lease has passed to another engine. */
  markSpent(key: SignInKey, holder: string, generation: number): Promise<boolean>
  /** Notes that the issuer did not use up the refresh token, so that it may be sent again. */
  unmarkSpent(key: SignInKey, holder: string): Promise<void>
  release(key: SignInKey, holder: string): Promise<void>
  remove(key: SignInKey): Promise<void>
}

export function createSignInStore({ kysely }: StoreDatabase): SignInStore {
  const update = ({ account, vault }: SignInKey) =>
    kysely.updateTable('sign_ins').where('server_id', '=', account).where('vault', '=', vault)
  return {
    async list(vault) {
      const rows = await kysely.selectFrom('sign_ins').selectAll().where('vault', '=', vault).execute()
      return rows.map(rowOf)
    },

    async get({ account, vault }) {
      const row = await kysely
        .selectFrom('sign_ins')
        .selectAll()
        .where('server_id', '=', account)
        .where('vault', '=', vault)
        .executeTakeFirst()
      return row === undefined ? null : rowOf(row)
    },

    async put({ account, vault, item, generation }, now) {
      const generations = { generation, updated_at: now }
      await kysely
        .insertInto('sign_ins')
        .values({ server_id: account, vault, item, spent: 0, holder: null, holder_until: 0, ...generations })
        .onConflict((conflict) =>
          conflict
            .columns(['server_id', 'vault'])
            .doUpdateSet(generations)
            .where(sql<boolean>`sign_ins.generation < ${generation}`),
        )
        .execute()
    },

    async claim(key, { holder, now, until }) {
      const claimed = await update(key)
        .set({ holder, holder_until: until })
        .where((row) => row.or([row('holder', 'is', null), row('holder', '=', holder), row('holder_until', '<=', now)]))
        .returningAll()
        .executeTakeFirst()
      return claimed === undefined ? null : rowOf(claimed)
    },

    async markSpent(key, holder, generation) {
      const marked = await update(key)
        .set({ spent: generation })
        .where('holder', '=', holder)
        .returning('server_id')
        .execute()
      return marked.length > 0
    },

    async unmarkSpent(key, holder) {
      await update(key).set({ spent: 0 }).where('holder', '=', holder).execute()
    },

    async release(key, holder) {
      await update(key).set({ holder: null, holder_until: 0 }).where('holder', '=', holder).execute()
    },

    async remove({ account, vault }) {
      await kysely.deleteFrom('sign_ins').where('server_id', '=', account).where('vault', '=', vault).execute()
    },
  }
}

function rowOf(row: Selectable<Tables['sign_ins']>): SignInRow {
  return {
    account: row.server_id,
    vault: row.vault,
    item: row.item,
    generation: row.generation,
    spent: row.spent,
  }
}
