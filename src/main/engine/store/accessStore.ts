/** Reads and writes clients and their tokens. SQL only, no business rules. */
import type { Selectable } from 'kysely'
import type { ClientSettings } from '#contract/clients/access'
import type { ToolChoice } from '#contract/tools/toolChoice'
import { AppError } from '#contract/errors'
import type { StoreDatabase } from '#engine/store/database/database'
import { explainingRefusals } from '#engine/store/database/refusal'
import { storableJson } from '#engine/store/database/storableText'
import type { Tables } from '#engine/store/database/tables'

export interface ClientRow extends ClientSettings {
  readonly id: string
  readonly createdAt: number
}

export interface TokenRow {
  readonly id: string
  readonly clientId: string
  /** A hash of the token, which is not stored itself. */
  readonly digest: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

export interface AccessStore {
  /** All clients, sorted by name. */
  clients(): Promise<ClientRow[]>
  /** All tokens, oldest first. */
  tokens(): Promise<TokenRow[]>
  /** Rejects with `CONFLICT` if the name is taken. */
  insertClient(row: ClientRow): Promise<void>
  /** Rejects with `CONFLICT` if the name is taken, and with `NOT_FOUND` if the client does not exist. */
  updateClient(row: ClientRow): Promise<void>
  /** Removes the client and its tokens. */
  removeClient(id: string): Promise<void>
  insertToken(row: TokenRow): Promise<void>
  removeToken(id: string): Promise<void>
  setTokenUsed(id: string, at: number): Promise<void>
}

export function createAccessStore(database: StoreDatabase): AccessStore {
  const { kysely } = database
  const refusals = {
    taken: { clients_name_unique: 'A client with this name already exists.' },
    missing: 'This client does not exist. It may have been removed.',
  }
  return {
    async clients() {
      return (await kysely.selectFrom('clients').selectAll().orderBy('name').execute()).map(clientRow)
    },

    async tokens() {
      const rows = await kysely.selectFrom('client_tokens').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.map(({ id, client_id, digest, created_at, last_used_at }) => ({
        id,
        clientId: client_id,
        digest,
        createdAt: created_at,
        lastUsedAt: last_used_at,
      }))
    },

    async insertClient(row) {
      const { id, createdAt } = row
      const work = kysely.insertInto('clients').values({ id, created_at: createdAt, ...columns(row) })
      await explainingRefusals(database, refusals, work.execute())
    },

    async updateClient(row) {
      const change = kysely.updateTable('clients').set(columns(row)).where('id', '=', row.id).returning('id')
      const changed = await explainingRefusals(database, refusals, change.executeTakeFirst())
      if (changed === undefined)
        throw new AppError('NOT_FOUND', 'This client does not exist. It may have been removed.')
    },

    async removeClient(id) {
      await kysely.deleteFrom('clients').where('id', '=', id).execute()
    },

    async insertToken({ id, clientId, digest, createdAt, lastUsedAt }) {
      const values = { id, client_id: clientId, digest, created_at: createdAt, last_used_at: lastUsedAt }
      await explainingRefusals(database, refusals, kysely.insertInto('client_tokens').values(values).execute())
    },

    async removeToken(id) {
      await kysely.deleteFrom('client_tokens').where('id', '=', id).execute()
    },

    async setTokenUsed(id, at) {
      await kysely.updateTable('client_tokens').set({ last_used_at: at }).where('id', '=', id).execute()
    },
  }
}

function columns(row: ClientSettings) {
  return {
    name: row.name,
    kind: row.kind,
    project_id: row.projectId,
    choice: storableJson(row.choice),
    approval: row.approval,
    calls_per_minute: row.callsPerMinute,
    concurrency: row.concurrency,
    max_name_length: row.maxNameLength,
    search: row.search,
  }
}

function clientRow(row: Selectable<Tables['clients']>): ClientRow {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    projectId: row.project_id,
    choice: JSON.parse(row.choice) as ToolChoice,
    approval: row.approval,
    callsPerMinute: row.calls_per_minute,
    concurrency: row.concurrency,
    maxNameLength: row.max_name_length,
    search: row.search === 1,
    createdAt: row.created_at,
  }
}
