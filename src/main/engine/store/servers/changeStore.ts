/** Writes a list of changes to projects, servers and products, all or none. SQL only, no business rules. */
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors'
import type { Project } from '#contract/project'
import type { Launch } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
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
import { leaseMs } from '#engine/store/servers/workspaceStore'
import { storableJson } from '#engine/store/database/storableText'
import type { Tables } from '#engine/store/database/tables'

/** The changes that are written to the store. */
export type StoredChange = Exclude<Change, { kind: 'useServer' }>

export interface ChangeStore {
  /**
   * Writes the changes in order. Rejects with `CONFLICT` if an id, a slug, a file or a name in a project is taken, and
   * with `NOT_FOUND` if the row to change, or a row it refers to, does not exist.
   */
  write(changes: readonly StoredChange[]): Promise<void>
}

type Write<Kind extends StoredChange['kind']> = (database: Kysely<Tables>, change: ChangeOf<Kind>) => Promise<unknown>

const serversPerStatement = 100
const namesPerStatement = 1000

const refusals = {
  taken: {
    projects_file_unique: 'This file is already a project.',
    mcp_servers_slug_unique: 'This slug is taken: another server was added at the same time. Try again.',
    project_mcp_servers_pair_unique: 'The project already has this server.',
    project_mcp_servers_project_id_name_unique: 'The project already has a server with this name.',
  },
  missing: 'The project, server or product that this belongs to does not exist. It may have been removed.',
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
    if (patch.launch !== undefined) await putWorkspace(database, id, patch.launch, patch.updatedAt)
    // Facts observed about a server are valid only for the launch with which they were observed.
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
    if (definition === null) throw new AppError('NOT_FOUND', 'This server does not exist. It may have been removed.')
    await database.insertInto('project_mcp_servers').values(newPairColumns(definition, pair)).execute()
    await decideTools(database, pair.pairId, switches)
  },

  async changePair(database, { pairId, patch }) {
    wasThere(
      'pair of server and project',
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

export interface ChangeStoreOptions {
  readonly clock: Pick<Clock, 'now'>
  /** The engine that gets the first lease on a hosted server that is added; null: none. */
  readonly leaseOwner: string | null
}

export function createChangeStore(database: StoreDatabase, { clock, leaseOwner }: ChangeStoreOptions): ChangeStore {
  return {
    async write(changes) {
      if (changes.length === 0) return
      const work = database.kysely.transaction().execute(async (transaction) => {
        for (const some of together(changes))
          if (some[0].kind === 'addServer')
            await addServers(transaction, some as readonly ChangeOf<'addServer'>[], leaseOwner)
          else for (const change of some) await writeOne(transaction, change)
        for (const change of changes) await noteLeft(transaction, change, clock.now())
      })
      await explainingRefusals(database, refusals, work)
    },
  }
}

/**
 * Stamps the secrets of a removed server or project with the time of the removal. Every engine waits for the same time
 * from then on before it removes them.
 */
async function noteLeft(database: Kysely<Tables>, change: StoredChange, now: number): Promise<void> {
  if (change.kind !== 'removeServer' && change.kind !== 'removeProject') return
  const owner = change.kind === 'removeServer' ? 'server_id' : 'project_id'
  await database.updateTable('secrets').set({ updated_at: now }).where(owner, '=', change.id).execute()
}

function writeOne(database: Kysely<Tables>, change: StoredChange): Promise<unknown> {
  const write = writes[change.kind as keyof typeof writes] as Write<StoredChange['kind']>
  return write(database, change)
}

/** Groups adjacent changes of the same kind, to write them together. */
function together(changes: readonly StoredChange[]): [StoredChange, ...StoredChange[]][] {
  const groups: [StoredChange, ...StoredChange[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last?.[0].kind === change.kind) last.push(change)
    else groups.push([change])
  }
  return groups
}

async function addServers(
  database: Kysely<Tables>,
  added: readonly ChangeOf<'addServer'>[],
  leaseOwner: string | null,
): Promise<void> {
  for (const some of chunks([...added], serversPerStatement)) {
    await database
      .insertInto('mcp_servers')
      .values(some.map(({ definition }) => newDefinitionColumns(definition)))
      .execute()
    const pairs = some.flatMap(({ definition, pairs: own }) => own.map(({ pair }) => newPairColumns(definition, pair)))
    for (const those of chunks(pairs, serversPerStatement))
      await database.insertInto('project_mcp_servers').values(those).execute()
  }
  for (const { definition } of added) {
    await putWorkspace(database, definition.id, definition.launch, definition.updatedAt)
    if (leaseOwner !== null && isContainer(definition.launch))
      await leaseFirst(database, definition.id, leaseOwner, definition.updatedAt)
  }
  for (const { pairs } of added) for (const one of pairs) await decideTools(database, one.pair.pairId, one)
}

/** Gives every server in a container a workspace row with a copy of its settings, however the server was added. */
async function putWorkspace(database: Kysely<Tables>, serverId: string, launch: Launch, now: number): Promise<void> {
  if (!isContainer(launch)) {
    await database.deleteFrom('agent_workspaces').where('server_id', '=', serverId).execute()
    return
  }
  const { image, transport: _transport, ...config } = launch
  const copied = { image, config: storableJson(config), updated_at: now }
  await database
    .insertInto('agent_workspaces')
    .values({
      id: serverId,
      container_type: 'mcp_server',
      server_id: serverId,
      status: 'creating',
      ...copied,
      generation: 0,
      restart_count: 0,
      lease_until: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('server_id').doUpdateSet(copied))
    .execute()
}

/**
 * Leases a new server to the engine that adds it. Without the lease, another engine could start the server first, and
 * the request that added the server would fail because it is running elsewhere.
 */
async function leaseFirst(database: Kysely<Tables>, serverId: string, owner: string, now: number): Promise<void> {
  await database
    .updateTable('agent_workspaces')
    .set({ owner, lease_until: now + leaseMs })
    .where('server_id', '=', serverId)
    .execute()
}

type Decide = (database: Kysely<Tables>, pairId: string, switches: ToolSwitches) => Promise<void>

/** Must cover every decision: one that is missing here would apply until the next start and then be lost. */
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
  if (numUpdatedRows === 0n) throw new AppError('NOT_FOUND', `This ${what} does not exist. It may have been removed.`)
}
