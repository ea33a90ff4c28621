/** Stores facts about hosted servers' containers for the engine that runs them next. SQL only, no business rules. */
import type { Selectable, Updateable } from 'kysely'
import type { StoreDatabase } from '#engine/store/database/database'
import { storableJson } from '#engine/store/database/storableText'
import type { WorkspacesTable } from '#engine/store/database/tables'

export type WorkspaceStatus = WorkspacesTable['status']

export interface WorkspaceCrash {
  readonly at: number
  readonly exitCode: number | null
  /** The last lines of the container's output, without secrets. */
  readonly stderr: string
}

export interface WorkspaceRow {
  /** The server's id. */
  readonly id: string
  readonly status: WorkspaceStatus
  readonly provider: string | null
  readonly containerId: string | null
  /** The newest container's generation. Each new container increases it. */
  readonly generation: number
  readonly restartCount: number
  readonly lastCrash: WorkspaceCrash | null
  /** The name of the engine that runs the server. No other engine may take the server before `leaseUntil`. */
  readonly owner: string | null
  readonly leaseUntil: number
}

export type WorkspacePatch = Partial<
  Pick<WorkspaceRow, 'status' | 'provider' | 'containerId' | 'generation' | 'restartCount' | 'lastCrash'>
>

/** How long a lease lasts without being renewed. Must exceed the difference between the engines' clocks. */
export const leaseMs = 20_000

export interface WorkspaceLease {
  readonly owner: string
  readonly now: number
  readonly until: number
}

export interface WorkspaceStore {
  list(): Promise<WorkspaceRow[]>
  /** The row of the server with this slug. */
  bySlug(slug: string): Promise<WorkspaceRow | null>
  /** Takes the server for this engine. Null if another engine has it, or it is gone. */
  claim(id: string, lease: WorkspaceLease): Promise<WorkspaceRow | null>
  /** Extends an engine's leases on these servers. Returns the ids of those that it still has. */
  renew(ids: readonly string[], owner: string, until: number): Promise<string[]>
  release(id: string, owner: string): Promise<void>
  /** Writes the facts, if the server still belongs to this engine. */
  note(id: string, owner: string, patch: WorkspacePatch, now: number): Promise<void>
}

export function createWorkspaceStore({ kysely }: StoreDatabase): WorkspaceStore {
  return {
    async list() {
      return (await kysely.selectFrom('agent_workspaces').selectAll().execute()).map(rowOf)
    },

    async bySlug(slug) {
      const row = await kysely
        .selectFrom('agent_workspaces')
        .innerJoin('mcp_servers', 'mcp_servers.id', 'agent_workspaces.server_id')
        .selectAll('agent_workspaces')
        .where('mcp_servers.slug', '=', slug)
        .executeTakeFirst()
      return row === undefined ? null : rowOf(row)
    },

    async claim(id, { owner, now, until }) {
      const claimed = await kysely
        .updateTable('agent_workspaces')
        .set({ owner, lease_until: until })
        .where('id', '=', id)
        .where((row) => row.or([row('owner', 'is', null), row('owner', '=', owner), row('lease_until', '<=', now)]))
        .returningAll()
        .executeTakeFirst()
      return claimed === undefined ? null : rowOf(claimed)
    },

    async renew(ids, owner, until) {
      const renewed = await kysely
        .updateTable('agent_workspaces')
        .set({ lease_until: until })
        .where('id', 'in', [...ids])
        .where('owner', '=', owner)
        .returning('id')
        .execute()
      return renewed.map(({ id }) => id)
    },

    async release(id, owner) {
      await kysely
        .updateTable('agent_workspaces')
        .set({ owner: null, lease_until: 0 })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .execute()
    },

    async note(id, owner, patch, now) {
      await kysely
        .updateTable('agent_workspaces')
        .set({ ...columnsOf(patch), updated_at: now })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .execute()
    },
  }
}

function rowOf(row: Selectable<WorkspacesTable>): WorkspaceRow {
  return {
    id: row.id,
    status: row.status,
    provider: row.provider,
    containerId: row.container_id,
    generation: row.generation,
    restartCount: row.restart_count,
    lastCrash: row.last_crash === null ? null : (JSON.parse(row.last_crash) as WorkspaceCrash),
    owner: row.owner,
    leaseUntil: row.lease_until,
  }
}

function columnsOf(patch: WorkspacePatch): Updateable<WorkspacesTable> {
  return {
    ...(patch.status !== undefined && { status: patch.status }),
    ...(patch.provider !== undefined && { provider: patch.provider }),
    ...(patch.containerId !== undefined && { container_id: patch.containerId }),
    ...(patch.generation !== undefined && { generation: patch.generation }),
    ...(patch.restartCount !== undefined && { restart_count: patch.restartCount }),
    ...(patch.lastCrash !== undefined && { last_crash: patch.lastCrash && storableJson(patch.lastCrash) }),
  }
}
