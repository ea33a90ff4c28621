/** The rows of `project_mcp_servers`, and with them what hangs on them. Knows SQL, no rules. */
import { AppError } from '#contract/errors'
import type { Clock, Log } from '#engine/ports'
import { chunks } from '#engine/store/chunks'
import type { StoreDatabase } from '#engine/store/database'
import { explainingRefusals } from '#engine/store/refusal'
import { createSeenStore, type SeenStore } from '#engine/store/seenStore'
import type { ServerPatch, ServerRow } from '#engine/store/serverRow'
import { newServerColumns, readServer, serverColumns } from '#engine/store/serverColumns'
import { createToggleStore, switchOff, type ToggleStore } from '#engine/store/toggleStore'

export interface SwitchedServer {
  readonly row: ServerRow
  /** The names of tools. */
  readonly switchedOff: Iterable<string>
}

export interface ServerStore extends ToggleStore, SeenStore {
  /** By position, then age. A row that this version cannot read is logged and left out. */
  list(): Promise<ServerRow[]>
  /**
   * Rejects with `CONFLICT` when the slug, or the name in its project, is taken, and with `NOT_FOUND` when there is no
   * such project. With `switchedOff` a removed server comes back as it was.
   */
  insert(row: ServerRow, switchedOff?: Iterable<string>): Promise<void>
  /** All of them or, when one is refused, none. */
  insertAll(servers: readonly SwitchedServer[]): Promise<void>
  /** Rejects with `NOT_FOUND` when there is no such server. */
  update(id: string, patch: ServerPatch): Promise<ServerRow>
  /** With its toggles and its listing. Removing what is not there is no error. */
  remove(id: string): Promise<void>
  saveAsking(id: string, asksCallers: boolean): Promise<void>
}

const serversPerStatement = 100

export function createServerStore(database: StoreDatabase, clock: Clock, log: Log): ServerStore {
  const { kysely } = database
  const refusals = {
    taken: {
      project_mcp_servers_slug_unique: 'this slug is taken',
      project_mcp_servers_project_id_name_unique: 'a server of this name is in the project already',
    },
    missing: 'the project or product of this server is not there',
  }
  const insertAll = async (servers: readonly SwitchedServer[]) => {
    const work = kysely.transaction().execute(async (transaction) => {
      for (const some of chunks(servers, serversPerStatement))
        await transaction
          .insertInto('project_mcp_servers')
          .values(some.map(({ row }) => newServerColumns(row)))
          .execute()
      for (const { row, switchedOff } of servers) await switchOff(transaction, row.id, switchedOff)
    })
    if (servers.length > 0) await explainingRefusals(database, refusals, work)
  }
  return {
    async list() {
      const rows = await kysely
        .selectFrom('project_mcp_servers')
        .selectAll()
        .orderBy('position')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.flatMap((row) => {
        const read = readServer(row)
        if (read.problem !== null) log.warn({ server: row.slug, problem: read.problem }, 'a server row was left out')
        return read.server === null ? [] : [read.server]
      })
    },

    insert: (row, switchedOff = []) => insertAll([{ row, switchedOff }]),
    insertAll,

    async update(id, patch) {
      const change = kysely
        .updateTable('project_mcp_servers')
        .set({ ...serverColumns(patch), updated_at: clock.now() })
        .where('id', '=', id)
        .returningAll()
      const row = await explainingRefusals(database, refusals, change.executeTakeFirst())
      if (row === undefined) throw new AppError('NOT_FOUND', 'this server is not there')
      const { server, problem } = readServer(row)
      if (server === null) throw new AppError('INTERNAL', `the row of server ${row.slug} cannot be read: ${problem}`)
      return server
    },

    async remove(id) {
      await kysely.deleteFrom('project_mcp_servers').where('id', '=', id).execute()
    },

    async saveAsking(id, asksCallers) {
      await kysely.updateTable('project_mcp_servers').set({ asks_callers: asksCallers }).where('id', '=', id).execute()
    },

    ...createToggleStore(database),
    ...createSeenStore(database),
  }
}
