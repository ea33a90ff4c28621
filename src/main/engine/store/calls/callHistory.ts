/** Reads recorded tool calls and their runs, newest first. Each query examines a limited number of rows. */
import { holding } from '#engine/store/database/likePattern'
import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { CallFilter, CallRecord, CallSummary } from '#contract/tools/call'
import type { StoreDatabase } from '#engine/store/database/database'
import type { CallsTable, RunsTable, Tables } from '#engine/store/database/tables'

export interface CallWindow {
  readonly found: readonly CallSummary[]
  /** The oldest call that this query examined. Null if there are no older calls. */
  readonly lastId: string | null
}

export interface CallHistory {
  /** Examines the newest `size` calls before `beforeId` (null: the newest of all), and returns those that match. */
  window(filter: CallFilter, beforeId: string | null, size: number): Promise<CallWindow>
  /** Null if the call does not exist, or if `projectId` is given and the call was made in another project. */
  find(id: string, projectId: string | null): Promise<FoundCall | null>
}

export interface FoundCall {
  readonly call: CallRecord
  /** The engine whose data folder contains texts that are too large for the row. */
  readonly engine: string
}

const excerptLength = 200

const summaryColumns = [
  'c.id',
  'c.run_id',
  'c.project_id',
  'c.server',
  'c.tool_name',
  'c.public_name',
  'c.status',
  'c.is_error',
  'c.error_code',
  'c.error_message',
  'c.started_at',
  'c.duration_ms',
  'c.arguments_bytes',
  'c.result_bytes',
  'c.dropped_before',
  'c.edited',
  'r.kind',
  'r.client_name',
  'r.client_version',
] as const

type SummaryRow = Pick<Selectable<RunsTable>, 'kind' | 'client_name' | 'client_version'> &
  Omit<Selectable<CallsTable>, 'arguments' | 'result' | 'whole_arguments' | 'whole_result'> & {
    readonly excerpt: string
  }

export function createCallHistory({ kysely }: StoreDatabase): CallHistory {
  return {
    async window(filter, beforeId, size) {
      let newest = kysely.selectFrom('agent_run_tool_calls').select('id').orderBy('id', 'desc').limit(size)
      if (beforeId !== null) newest = newest.where('id', '<', beforeId)
      const [first, last] = await edges(newest, size)
      if (first === null || last === null) return { found: [], lastId: null }
      const rows = await kysely
        .selectFrom('agent_run_tool_calls as c')
        .innerJoin('agent_runs as r', 'r.id', 'c.run_id')
        .select(summaryColumns)
        .select(sql<string>`substr(c.arguments, 1, ${sql.lit(excerptLength)})`.as('excerpt'))
        .where('c.id', '<=', first)
        .where('c.id', '>=', last.id)
        .where((row) => matching(row, filter))
        .orderBy('c.id', 'desc')
        .execute()
      return { found: rows.map(summaryOf), lastId: last.isEnd ? null : last.id }
    },

    async find(id, projectId) {
      const row = await kysely
        .selectFrom('agent_run_tool_calls as c')
        .innerJoin('agent_runs as r', 'r.id', 'c.run_id')
        .select(summaryColumns)
        .select(['c.arguments', 'c.result', 'c.whole_arguments', 'c.whole_result', 'r.engine'])
        .where('c.id', '=', id)
        .executeTakeFirst()
      if (row === undefined || (projectId !== null && row.project_id !== projectId)) return null
      const call: CallRecord = {
        ...summaryOf({ ...row, excerpt: row.arguments.slice(0, excerptLength) }),
        arguments: row.arguments,
        result: row.result,
        wholeKept: [
          ...(row.whole_arguments === 1 ? (['arguments'] as const) : []),
          ...(row.whole_result === 1 ? (['result'] as const) : []),
        ],
      }
      return { call, engine: row.engine }
    },
  }
}

/** The newest and the oldest id of the `size` newest rows, and whether older rows exist. */
async function edges(newest: { execute(): Promise<{ id: string }[]> }, size: number) {
  const rows = await newest.execute()
  const [first] = rows
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return [null, null] as const
  return [first.id, { id: last.id, isEnd: rows.length < size }] as const
}

type Joined = ExpressionBuilder<{ c: Tables['agent_run_tool_calls']; r: Tables['agent_runs'] }, 'c' | 'r'>

function matching(row: Joined, { server, tool, status, run, projectId, client, text }: CallFilter) {
  const wanted = [
    ...(server === undefined ? [] : [row('c.server', '=', server)]),
    ...(tool === undefined ? [] : [row.or([row('c.public_name', '=', tool), row('c.tool_name', '=', tool)])]),
    ...(status === undefined ? [] : [row('c.status', '=', status)]),
    ...(run === undefined ? [] : [row('c.run_id', '=', run)]),
    ...(projectId === undefined ? [] : [row('c.project_id', '=', projectId)]),
    ...(client === undefined ? [] : [row('r.client_name', '=', client)]),
  ]
  if (text !== undefined) {
    // Searches for the text both lower-cased and as typed, because SQLite lower-cases only ASCII.
    const patterns = [text, text.toLowerCase()].map((word) => holding(word))
    const columns = ['c.public_name', 'c.tool_name', 'c.server', 'c.error_message', 'c.arguments', 'c.result'] as const
    wanted.push(
      row.or(
        columns.flatMap((name) => [
          sql<boolean>`${sql.ref(name)} like ${patterns[0]} escape '\\'`,
          sql<boolean>`lower(${sql.ref(name)}) like ${patterns[1]} escape '\\'`,
        ]),
      ),
    )
  }
  return row.and(wanted)
}

function summaryOf(row: SummaryRow): CallSummary {
  return {
    id: row.id,
    tool: row.public_name,
    originalTool: row.tool_name,
    server: row.server,
    projectId: row.project_id,
    run: { id: row.run_id, kind: row.kind, client: row.client_name, clientVersion: row.client_version },
    status: row.status,
    isError: row.is_error === 1,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    argumentsBytes: row.arguments_bytes,
    resultBytes: row.result_bytes,
    droppedBefore: row.dropped_before,
    edited: row.edited === 1,
    excerpt: row.excerpt,
  }
}
