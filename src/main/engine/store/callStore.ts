/** Writes the rows of `agent_runs` and `agent_run_tool_calls`. Knows SQL, no rules. */
import type { CompiledQuery, Insertable, Kysely } from 'kysely'
import type { CallStatus, RunKind } from '#contract/call'
import { type CallHistory, createCallHistory } from '#engine/store/callHistory'
import type { StoreDatabase } from '#engine/store/database'
import type { CallsTable, RunsTable, Tables } from '#engine/store/tables'

export interface RunRow {
  readonly id: string
  readonly engine: string
  readonly kind: RunKind
  readonly clientName: string | null
  readonly clientVersion: string | null
  readonly startedAt: number
  readonly lastCallAt: number
}

/** Texts must be free of what a database refuses. */
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
  readonly arguments: string
  readonly result: string | null
}

export interface CallBatch {
  /** The runs of the calls; those that are there already are kept. */
  readonly runs: readonly RunRow[]
  readonly added: readonly CallRow[]
  /** Rows that were added before, while their calls were running. */
  readonly finished: readonly CallRow[]
}

export interface PrunedCall {
  readonly id: string
  readonly hasFiles: boolean
}

export interface CallStore extends CallHistory {
  /** All of it in one transaction. `pause` lets other work through between statements. */
  write(batch: CallBatch, pause: () => Promise<void>): Promise<void>
  /** Calls of an engine that ended while they were running: nobody will know how they ended. */
  failRunning(engine: string, errorCode: string, errorMessage: string): Promise<number>
  count(): Promise<number>
  /** Removes the oldest, at most `limit` of them, whose ids come before `beforeId` (null: whichever they are). */
  prune(beforeId: string | null, limit: number): Promise<PrunedCall[]>
  /** Removes runs without calls whose last one was before that time. */
  pruneRuns(before: number): Promise<void>
}

/** Statements of few sizes, so that each is put into words once. */
const statementSizes = [64, 16, 4, 1] as const
/** A statement blocks the loop where the database is embedded. */
const longestStatement = 256 * 1024

export function createCallStore(database: StoreDatabase): CallStore {
  const { kysely } = database
  const insertCalls = compiledOnce((count) => compileInsert(kysely, count))
  const insertRuns = compiledOnce((count) => compileKeepRuns(kysely, count))
  return {
    ...createCallHistory(database),

    async write({ runs, added, finished }, pause) {
      await kysely.transaction().execute(async (transaction) => {
        for (const rows of statements(runs, () => 0)) {
          const parameters = rows.flatMap((row) => Object.values(columnsOfRun(row)))
          await transaction.executeQuery({ ...insertRuns(rows.length), parameters })
        }
        for (const rows of statements(added, textLength)) {
          const parameters = rows.flatMap((row) => Object.values(columnsOf(row)))
          await transaction.executeQuery({ ...insertCalls(rows.length), parameters })
          await pause()
        }
        for (const row of finished)
          await transaction
            .updateTable('agent_run_tool_calls')
            .set(columnsOf(row))
            .where('id', '=', row.id)
            .executeTakeFirst()
      })
    },

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

function compiledOnce(compile: (count: number) => CompiledQuery): (count: number) => CompiledQuery {
  const compiled = new Map<number, CompiledQuery>()
  return (count) => {
    let query = compiled.get(count)
    if (query === undefined) compiled.set(count, (query = compile(count)))
    return query
  }
}

/** Cut into pieces of the sizes that statements have; long rows go alone. */
function* statements<Row>(rows: readonly Row[], lengthOf: (row: Row) => number): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length;) {
    const size = statementSizes.find((count) => count === 1 || fits(rows, at, count, lengthOf)) ?? 1
    yield rows.slice(at, at + size)
    at += size
  }
}

function fits<Row>(rows: readonly Row[], at: number, count: number, lengthOf: (row: Row) => number): boolean {
  if (at + count > rows.length) return false
  let length = 0
  for (let place = at; place < at + count; place += 1) {
    const row = rows[place]
    if (row !== undefined) length += lengthOf(row)
  }
  return length <= longestStatement
}

function textLength(row: CallRow): number {
  return row.arguments.length + (row.result?.length ?? 0)
}

function compileKeepRuns(kysely: Kysely<Tables>, count: number): CompiledQuery {
  const blank: RunRow = {
    id: '',
    engine: '',
    kind: 'client',
    clientName: '',
    clientVersion: '',
    startedAt: 0,
    lastCallAt: 0,
  }
  return kysely
    .insertInto('agent_runs')
    .values(Array.from({ length: count }, () => columnsOfRun(blank)))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ last_call_at: (row) => row.ref('excluded.last_call_at') }),
    )
    .compile()
}

function columnsOfRun(row: RunRow): Insertable<RunsTable> {
  return {
    id: row.id,
    engine: row.engine,
    kind: row.kind,
    client_name: row.clientName,
    client_version: row.clientVersion,
    started_at: row.startedAt,
    last_call_at: row.lastCallAt,
  }
}

function compileInsert(kysely: Kysely<Tables>, count: number): CompiledQuery {
  const blank: CallRow = {
    id: '',
    runId: '',
    projectId: '',
    server: '',
    toolName: '',
    publicName: '',
    status: 'running',
    isError: false,
    errorCode: '',
    errorMessage: '',
    startedAt: 0,
    durationMs: 0,
    argumentsBytes: 0,
    resultBytes: 0,
    wholeArguments: false,
    wholeResult: false,
    droppedBefore: 0,
    arguments: '',
    result: '',
  }
  return kysely
    .insertInto('agent_run_tool_calls')
    .values(Array.from({ length: count }, () => columnsOf(blank)))
    .compile()
}

/** Always all columns in the same order: statements are put into words for them once. */
function columnsOf(row: CallRow): Insertable<CallsTable> {
  return {
    id: row.id,
    run_id: row.runId,
    project_id: row.projectId,
    server: row.server,
    tool_name: row.toolName,
    public_name: row.publicName,
    status: row.status,
    is_error: row.isError,
    error_code: row.errorCode,
    error_message: row.errorMessage,
    started_at: row.startedAt,
    duration_ms: row.durationMs,
    arguments_bytes: row.argumentsBytes,
    result_bytes: row.resultBytes,
    whole_arguments: row.wholeArguments,
    whole_result: row.wholeResult,
    dropped_before: row.droppedBefore,
    arguments: row.arguments,
    result: row.result,
  }
}
