/** Writes changes of projects, servers and products: all that were given together, or none. Knows SQL, no rules. */
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors'
import type { Project } from '#contract/project'
import type { Clock } from '#engine/ports'
import type { Change, ChangeOf, ToolSwitches } from '#engine/store/servers/change'
import type { OwnTools } from '#contract/tools/tool'
import { chunks } from '#engine/store/database/chunks'
import type { StoreDatabase } from '#engine/store/database/database'
import { explainingRefusals } from '#engine/store/database/refusal'
import {
  copiedColumns,
  definitionColumns,
  newDefinitionColumns,
  newPairColumns,
  pairColumns,
  readDefinition,
} from '#engine/store/servers/serverColumns'
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
    mcp_servers_slug_unique: 'this slug is taken: a server was added meanwhile',
    project_mcp_servers_pair_unique: 'the project has this server already',
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

  async changeServer(database, { id, patch }) {
    const updated = { updated_at: patch.updatedAt }
    wasThere(
      'server',
      await database
        .updateTable('mcp_servers')
        .set({ ...definitionColumns(patch), ...updated })
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    // What was seen of a server holds for the launch with which it was seen.
    if (patch.launch !== undefined) await database.deleteFrom('server_eras').where('server_id', '=', id).execute()
    await database
      .updateTable('project_mcp_servers')
      .set({ ...copiedColumns(patch), ...updated })
      .where('server_id', '=', id)
      .execute()
  },

  removeServer: (database, { id }) => database.deleteFrom('mcp_servers').where('id', '=', id).execute(),

  async addPair(database, { id, pair, ...switches }) {
    const row = await database.selectFrom('mcp_servers').selectAll().where('id', '=', id).executeTakeFirst()
    const { definition = null } = row === undefined ? {} : readDefinition(row)
    if (definition === null) throw new AppError('NOT_FOUND', 'this server is not there')
    await database.insertInto('project_mcp_servers').values(newPairColumns(definition, pair)).execute()
    await decideTools(database, pair.pairId, switches)
  },

  async changePair(database, { pairId, patch }) {
    wasThere(
      'server in this project',
      await database
        .updateTable('project_mcp_servers')
        .set(pairColumns(patch))
        .where('id', '=', pairId)
        .executeTakeFirst(),
    )
  },

  removePair: (database, { pairId }) => database.deleteFrom('project_mcp_servers').where('id', '=', pairId).execute(),

  async switchTools(database, { pairId, on, off }) {
    await switchOff(database, pairId, off)
    for (const names of chunks([...on], namesPerStatement))
      await database
        .deleteFrom('server_tool_toggles')
        .where('pair_id', '=', pairId)
        .where('tool_name', 'in', names)
        .execute()
  },

  async nameTool(database, { pairId, tool, own }) {
    await database.deleteFrom('server_tool_names').where('pair_id', '=', pairId).where('tool_name', '=', tool).execute()
    if (own !== null) await nameTools(database, pairId, new Map([[tool, own]]))
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
  for (const some of chunks([...added], serversPerStatement)) {
    await database
      .insertInto('mcp_servers')
      .values(some.map(({ definition }) => newDefinitionColumns(definition)))
      .execute()
    const pairs = some.flatMap(({ definition, pairs: own }) => own.map(({ pair }) => newPairColumns(definition, pair)))
    for (const those of chunks(pairs, serversPerStatement))
      await database.insertInto('project_mcp_servers').values(those).execute()
  }
  for (const { pairs } of added) for (const one of pairs) await decideTools(database, one.pair.pairId, one)
}

type Decide = (database: Kysely<Tables>, pairId: string, switches: ToolSwitches) => Promise<void>

/** Complete: what is left out here of a new pair is in use, and gone at the next start. */
const decided: { readonly [Name in keyof ToolSwitches]: Decide } = {
  switchedOff: (database, pairId, { switchedOff }) => switchOff(database, pairId, switchedOff),
  own: (database, pairId, { own }) => nameTools(database, pairId, own),
}

async function decideTools(database: Kysely<Tables>, pairId: string, switches: ToolSwitches): Promise<void> {
  for (const decide of Object.values(decided)) await decide(database, pairId, switches)
}

async function switchOff(database: Kysely<Tables>, pairId: string, toolNames: Iterable<string>): Promise<void> {
  for (const names of chunks([...new Set(toolNames)], namesPerStatement))
    await database
      .insertInto('server_tool_toggles')
      .values(names.map((name) => ({ pair_id: pairId, tool_name: name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function nameTools(database: Kysely<Tables>, pairId: string, own: OwnTools): Promise<void> {
  for (const some of chunks([...own], namesPerStatement))
    await database
      .insertInto('server_tool_names')
      .values(
        some.map(([tool, { name, description }]) => ({
          pair_id: pairId,
          tool_name: tool,
          own_name: name,
          own_description: description,
        })),
      )
      .execute()
}

function projectColumns({ id: _id, formerNames, ...rest }: Project) {
  return { ...rest, former_names: JSON.stringify(formerNames) }
}

function wasThere(what: string, { numUpdatedRows }: { readonly numUpdatedRows: bigint }): void {
  if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND', `this ${what} is not there`)
}
