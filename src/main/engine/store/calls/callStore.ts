/** Writes tool calls and their runs. SQL only, no business rules. */
import type { CallStatus, RunKind } from '#contract/tools/call'
import { type CallHistory, createCallHistory } from '#engine/store/calls/callHistory'
import type { StoreDatabase } from '#engine/store/database/database'
import { type ColumnMakers, tableRows } from '#engine/store/database/tableRows'
import type { CallsTable } from '#engine/store/database/tables'

export interface RunRow {
  readonly id: string
  readonly engine: string
  readonly kind: RunKind
  readonly clientName: string | null
  readonly clientVersion: string | null
  readonly startedAt: number
  readonly lastCallAt: number
}

/** Texts must be storable: without NUL and without half surrogate pairs. */
export interface CallRow {
  readonly id: string
  readonly runId: string
  readonly projectId: string | null
  readonly server: string | null
  readonly toolName: string | null
  readonly publicName: string
  readonly status: CallStatus
  readonly isError: boolean
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly startedAt: number
  readonly durationMs: number | null
  readonly argumentsBytes: number
  readonly resultBytes: number
  readonly wholeArguments: boolean
  readonly wholeResult: boolean
  readonly droppedBefore: number
  readonly edited: boolean
  readonly arguments: string
  readonly result: string | null
}

export interface CallBatch {
  /** The calls' runs. For a run that is already stored, only the time of its last call changes. */
  readonly runs: readonly RunRow[]
  /** The calls. Each replaces a stored call with the same id. */
  readonly calls: readonly CallRow[]
}

export interface PrunedCall {
  readonly id: string
  readonly hasFiles: boolean
}

export interface CallStore extends CallHistory {
  /** Writes the whole batch in one transaction. */
  write(batch: CallBatch): Promise<void>
  /** Marks an engine's running calls as failed: it exited before they had an outcome. Returns how many there were. */
  failRunning(engine: string, errorCode: string, errorMessage: string): Promise<number>
  count(): Promise<number>
  /** Removes the oldest calls, at most `limit`, and only those with ids before `beforeId` unless it is null. */
  prune(beforeId: string | null, limit: number): Promise<PrunedCall[]>
  /** Removes runs that have no stored calls and were last used before this time. */
  pruneRuns(before: number): Promise<void>
}

export function createCallStore(database: StoreDatabase): CallStore {
  const { kysely } = database
  return {
    ...createCallHistory(database),

    write: ({ runs, calls }) =>
      database.writeRows([
        tableRows('agent_runs', runColumns, runs, ['last_call_at']),
        tableRows('agent_run_tool_calls', callColumns, calls, allCallColumns),
      ]),

    async failRunning(engine, errorCode, errorMessage) {
      const { numUpdatedRows } = await kysely
        .updateTable('agent_run_tool_calls')
        .set({ status: 'failed', error_code: errorCode, error_message: errorMessage })
        .where('status', '=', 'running')
        .where('run_id', 'in', (runs) => runs.selectFrom('agent_runs').select('id').where('engine', '=', engine))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async count() {
      const found = await kysely
        .selectFrom('agent_run_tool_calls')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return found.count
    },

    async prune(beforeId, limit) {
      let oldest = kysely.selectFrom('agent_run_tool_calls').select('id').orderBy('id').limit(limit)
      if (beforeId !== null) oldest = oldest.where('id', '<', beforeId)
      const rows = await kysely
        .deleteFrom('agent_run_tool_calls')
        .where('id', 'in', oldest)
        .returning(['id', 'whole_arguments', 'whole_result'])
        .execute()
      return rows.map((row) => ({ id: row.id, hasFiles: row.whole_arguments === 1 || row.whole_result === 1 }))
    },

    async pruneRuns(before) {
      await kysely
        .deleteFrom('agent_runs')
        .where('last_call_at', '<', before)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('agent_run_tool_calls')
                .select('agent_run_tool_calls.id')
                .whereRef('agent_run_tool_calls.run_id', '=', 'agent_runs.id'),
            ),
          ),
        )
        .execute()
    },
  }
}

const runColumns: ColumnMakers<'agent_runs', RunRow> = {
  id: (row) => row.id,
  engine: (row) => row.engine,
  kind: (row) => row.kind,
  client_name: (row) => row.clientName,
  client_version: (row) => row.clientVersion,
  started_at: (row) => row.startedAt,
  last_call_at: (row) => row.lastCallAt,
}

const callColumns: ColumnMakers<'agent_run_tool_calls', CallRow> = {
  id: (row) => row.id,
  run_id: (row) => row.runId,
  project_id: (row) => row.projectId,
  server: (row) => row.server,
  tool_name: (row) => row.toolName,
  public_name: (row) => row.publicName,
  status: (row) => row.status,
  is_error: (row) => row.isError,
  error_code: (row) => row.errorCode,
  error_message: (row) => row.errorMessage,
  started_at: (row) => row.startedAt,
  duration_ms: (row) => row.durationMs,
  arguments_bytes: (row) => row.argumentsBytes,
  result_bytes: (row) => row.resultBytes,
  whole_arguments: (row) => row.wholeArguments,
  whole_result: (row) => row.wholeResult,
  dropped_before: (row) => row.droppedBefore,
  edited: (row) => row.edited,
  arguments: (row) => row.arguments,
  result: (row) => row.result,
}
const allCallColumns = Object.keys(callColumns) as (keyof CallsTable)[]
