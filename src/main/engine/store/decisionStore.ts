/** Reads and writes people's decisions about tools and each tool's first use. SQL only, no business rules. */
import type { Selectable } from 'kysely'
import type { ArgumentPattern, DecisionEffect, DecisionScope } from '#contract/decision'
import type { StoreDatabase } from '#engine/store/database/database'
import { mended, storableJson } from '#engine/store/database/storableText'
import type { DecisionsTable } from '#engine/store/database/tables'

export interface DecisionRow {
  readonly id: string
  readonly effect: DecisionEffect
  readonly serverId: string
  readonly toolName: string
  readonly scope: DecisionScope
  readonly projectId: string | null
  readonly conversationId: string | null
  readonly pattern: ArgumentPattern | null
  /** The tool definition that was allowed; null for a denial. */
  readonly seen: SeenDefinitionRow | null
  /** When a person decided, in epoch milliseconds. */
  readonly decidedAt: number
}

export interface SeenDefinitionRow {
  readonly fingerprint: string
  readonly definition: string
}

/** A server with the key of one of its launches; see `launchedFor`. */
export interface LaunchedServer {
  readonly serverId: string
  readonly launchedFor: string
}

export interface FirstUseRow extends SeenDefinitionRow, LaunchedServer {
  readonly toolName: string
}

export interface DecisionStore {
  list(): Promise<DecisionRow[]>
  /** Rejects with `INVALID_INPUT` if the decision's pattern contains text that cannot be stored. */
  insert(row: DecisionRow): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** The first uses of tools, oldest first. */
  firstUses(): Promise<FirstUseRow[]>
  /** Does nothing if the tool's first use is already stored. */
  keepFirstUse(row: FirstUseRow, usedAt: number): Promise<void>
  /** Replaces the tool's former fingerprint in every row. */
  reprint(row: Omit<FirstUseRow, 'launchedFor'>, former: string): Promise<void>
  /** Removes the rows of servers that no longer exist. Those of `keptId`, which is not a stored server, stay. */
  removeOrphans(keptId: string): Promise<void>
}

export function createDecisionStore({ kysely }: StoreDatabase): DecisionStore {
  return {
    async list() {
      const rows = await kysely.selectFrom('tool_decisions').selectAll().orderBy('decided_at').orderBy('id').execute()
      return rows.map(decisionOf)
    },

    async insert(row) {
      await kysely
        .insertInto('tool_decisions')
        .values({
          id: row.id,
          effect: row.effect,
          server_id: row.serverId,
          tool_name: row.toolName,
          scope: row.scope,
          project_id: row.projectId,
          conversation_id: row.conversationId,
          pattern: row.pattern === null ? null : storableJson(row.pattern),
          fingerprint: row.seen?.fingerprint ?? null,
          // The definition is only shown to people, so it may be altered. Decisions compare the fingerprint.
          definition: row.seen === null ? null : mended(row.seen.definition),
          decided_at: row.decidedAt,
        })
        .execute()
    },

    async remove(ids) {
      for (const id of ids) await kysely.deleteFrom('tool_decisions').where('id', '=', id).execute()
    },

    async firstUses() {
      const rows = await kysely.selectFrom('tool_first_uses').selectAll().orderBy('used_at').execute()
      return rows.map(({ server_id, launched_for, tool_name, fingerprint, definition }) => ({
        serverId: server_id,
        launchedFor: launched_for,
        toolName: tool_name,
        fingerprint,
        definition,
      }))
    },

    async keepFirstUse({ serverId, launchedFor, toolName, fingerprint, definition }, usedAt) {
      await kysely
        .insertInto('tool_first_uses')
        .values({
          server_id: serverId,
          launched_for: launchedFor,
          tool_name: toolName,
          fingerprint,
          definition: mended(definition),
          used_at: usedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async reprint({ serverId, toolName, fingerprint, definition }, former) {
      for (const table of ['tool_decisions', 'tool_first_uses'] as const)
        await kysely
          .updateTable(table)
          .set({ fingerprint, definition: mended(definition) })
          .where('server_id', '=', serverId)
          .where('tool_name', '=', toolName)
          .where('fingerprint', '=', former)
          .execute()
    },

    async removeOrphans(keptId) {
      for (const table of ['tool_decisions', 'tool_first_uses'] as const)
        await kysely
          .deleteFrom(table)
          .where('server_id', '!=', keptId)
          .where('server_id', 'not in', (servers) => servers.selectFrom('mcp_servers').select('id'))
          .execute()
    },
  }
}

function decisionOf(row: Selectable<DecisionsTable>): DecisionRow {
  return {
    id: row.id,
    effect: row.effect,
    serverId: row.server_id,
    toolName: row.tool_name,
    scope: row.scope,
    projectId: row.project_id,
    conversationId: row.conversation_id,
    pattern: row.pattern === null ? null : (JSON.parse(row.pattern) as ArgumentPattern),
    seen:
      row.fingerprint === null || row.definition === null
        ? null
        : { fingerprint: row.fingerprint, definition: row.definition },
    decidedAt: row.decided_at,
  }
}
