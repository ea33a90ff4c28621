/** Writes changes of projects, servers and products: all that were given together, or none. Knows SQL, no rules. */
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors'
import type { Project } from '#contract/project'
import type { Clock } from '#engine/ports'
import type { Change, ChangeOf } from '#engine/store/servers/change'
import { chunks } from '#engine/store/database/chunks'
import type { StoreDatabase } from '#engine/store/database/database'
import { explainingRefusals } from '#engine/store/database/refusal'
import { newServerColumns, serverColumns } from '#engine/store/servers/serverColumns'
import { storableJson } from '#engine/store/database/storableText'
import type { Tables } from '#engine/store/database/tables'

/** Those that the store has a part in. */
export type StoredChange = Exclude<Change, { kind: 'useServer' }>

export interface ChangeStore {
  /**
   * In their order. Rejects with `CONFLICT` when an id, a slug, a file or a name in a project is taken, and with
   * `NOT_FOUND` when what is to be changed, or what it belongs to, is not there.
   */
  write(changes: readonly StoredChange[]): Promise<void>
}

type Write<Kind extends StoredChange['kind']> = (database: Kysely<Tables>, change: ChangeOf<Kind>) => Promise<unknown>

const serversPerStatement = 100
const namesPerStatement = 1000

const refusals = {
  taken: {
    projects_file_unique: 'this file is a project already',
    project_mcp_servers_slug_unique: 'this slug is taken: a server was added meanwhile',
    project_mcp_servers_project_id_name_unique: 'a server of this name is in the project already',
  },
  missing: 'the project, server or product that this belongs to is not there',
}

const writes: { readonly [Kind in Exclude<StoredChange['kind'], 'addServer'>]: Write<Kind> } = {
  addProject: (database, { project }) =>
    database
      .insertInto('projects')
      .values({ ...projectColumns(project), id: project.id })
      .execute(),

  changeProject: async (database, { project }) =>
    wasThere(
      'project',
      await database
        .updateTable('projects')
        .set(projectColumns(project))
        .where('id', '=', project.id)
        .executeTakeFirst(),
    ),

  removeProject: (database, { id }) => database.deleteFrom('projects').where('id', '=', id).execute(),

  changeServer: async (database, { id, patch }) =>
    wasThere(
      'server',
      await database
        .updateTable('project_mcp_servers')
        .set({ ...serverColumns(patch), updated_at: patch.updatedAt })
        .where('id', '=', id)
        .executeTakeFirst(),
    ),

  removeServer: (database, { id }) => database.deleteFrom('project_mcp_servers').where('id', '=', id).execute(),

  async switchTools(database, { id, on, off }) {
    await switchOff(database, id, off)
    for (const names of chunks([...on], namesPerStatement))
      await database
        .deleteFrom('server_tool_toggles')
        .where('server_id', '=', id)
        .where('tool_name', 'in', names)
        .execute()
  },

  putProduct(database, { product: { id, name, version, manifest, createdAt } }) {
    const columns = { name, version, manifest: storableJson(manifest) }
    return database
      .insertInto('products')
      .values({ id, ...columns, created_at: createdAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute()
  },

  async removeProduct(database, { id }) {
    const left = await database
      .selectFrom('project_mcp_servers')
      .select('id')
      .where('product_id', '=', id)
      .executeTakeFirst()
    if (left === undefined) await database.deleteFrom('products').where('id', '=', id).execute()
  },
}

export function createChangeStore(database: StoreDatabase, clock: Pick<Clock, 'now'>): ChangeStore {
  return {
    async write(changes) {
      if (changes.length === 0) return
      const work = database.kysely.transaction().execute(async (transaction) => {
        for (const some of together(changes))
          if (some[0].kind === 'addServer') await addServers(transaction, some as readonly ChangeOf<'addServer'>[])
          else for (const change of some) await writeOne(transaction, change)
        for (const change of changes) await noteLeft(transaction, change, clock.now())
      })
      await explainingRefusals(database, refusals, work)
    },
  }
}

/** From now on the secrets of what was removed are left: their age counts from here, whichever engine looks. */
async function noteLeft(database: Kysely<Tables>, change: StoredChange, now: number): Promise<void> {
  if (change.kind !== 'removeServer' && change.kind !== 'removeProject') return
  const owner = change.kind === 'removeServer' ? 'server_id' : 'project_id'
  await database.updateTable('secrets').set({ updated_at: now }).where(owner, '=', change.id).execute()
}

function writeOne(database: Kysely<Tables>, change: StoredChange): Promise<unknown> {
  const write = writes[change.kind as keyof typeof writes] as Write<StoredChange['kind']>
  return write(database, change)
}

/** Neighbours of one kind. */
function together(changes: readonly StoredChange[]): [StoredChange, ...StoredChange[]][] {
  const groups: [StoredChange, ...StoredChange[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last?.[0].kind === change.kind) last.push(change)
    else groups.push([change])
  }
  return groups
}

async function addServers(database: Kysely<Tables>, added: readonly ChangeOf<'addServer'>[]): Promise<void> {
  for (const some of chunks([...added], serversPerStatement))
    await database
      .insertInto('project_mcp_servers')
      .values(some.map(({ row }) => newServerColumns(row)))
      .execute()
  for (const { row, switchedOff } of added) await switchOff(database, row.id, switchedOff)
}

async function switchOff(database: Kysely<Tables>, serverId: string, toolNames: Iterable<string>): Promise<void> {
  for (const names of chunks([...new Set(toolNames)], namesPerStatement))
    await database
      .insertInto('server_tool_toggles')
      .values(names.map((name) => ({ server_id: serverId, tool_name: name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

function projectColumns({ id: _id, formerNames, ...rest }: Project) {
  return { ...rest, former_names: JSON.stringify(formerNames) }
}

function wasThere(what: string, { numUpdatedRows }: { readonly numUpdatedRows: bigint }): void {
  if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND', `this ${what} is not there`)
}
