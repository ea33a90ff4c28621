/** Reads the rows of `agent_run_tool_calls` with their runs, in windows of limited cost. */
import { holding } from '#engine/store/database/likePattern'
import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { CallFilter, CallOrder, CallRecord, CallSummary } from '#contract/tools/call'
import type { ToolUsage } from '#contract/tools/usage'
import type { StoreDatabase } from '#engine/store/database/database'
import type { CallsTable, RunsTable, Tables } from '#engine/store/database/tables'
import { toolErrorIn } from '#engine/store/calls/toolError'

export interface CallWindow {
  readonly found: readonly CallSummary[]
  /** The last call that was examined; null if no calls follow it. */
  readonly lastId: string | null
}

export interface UsageWindow {
  readonly found: readonly ToolUsage[]
  readonly lastId: string | null
}

export interface CallHistory {
  /** Examines the next `size` calls in this order, after `afterId` or from the first, and returns those that match. */
  window(filter: CallFilter, afterId: string | null, size: number, order: CallOrder): Promise<CallWindow>
  /**
   * How often each tool was called in the newest `size` calls before `beforeId`. A null `projectId`: in all projects.
   */
  usageWindow(projectId: string | null, beforeId: string | null, size: number): Promise<UsageWindow>
  /** The call; null if it does not exist, or if a project is given and the call was not made in it. */
  find(id: string, projectId: string | null): Promise<FoundCall | null>
}

export interface FoundCall {
  readonly call: CallRecord
  /** The engine whose data folder contains those of the call's texts that are too large for the row. */
  readonly engine: string
}

const excerptLength = 200
/** How much of a failed tool's result is read to find its text. */
const failureLength = 1_000

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
    /** The beginning of the result, if the tool reported an error. */
    readonly failure: string | null
  }

export function createCallHistory({ kysely }: StoreDatabase): CallHistory {
  return {
    async window(filter, afterId, size, order) {
      const edges = await edgesOf(kysely, afterId, size, order)
      if (edges === null) return { found: [], lastId: null }
      const rows = await kysely
        .selectFrom('agent_run_tool_calls as c')
        .innerJoin('agent_runs as r', 'r.id', 'c.run_id')
        .select(summaryColumns)
        .select(sql<string>`substr(c.arguments, 1, ${sql.lit(excerptLength)})`.as('excerpt'))
        .select(
          sql<string | null>`case when c.is_error then substr(c.result, 1, ${sql.lit(failureLength)}) end`.as(
            'failure',
          ),
        )
        .where(between(order, edges))
        .where((row) => matching(row, filter))
        .orderBy(sorting[order])
        .execute()
      return { found: rows.map(summaryOf), lastId: edges.isEnd ? null : edges.last.id }
    },

    async usageWindow(projectId, beforeId, size) {
      const edges = await edgesOf(kysely, beforeId, size, 'newest')
      if (edges === null) return { found: [], lastId: null }
      let counted = kysely
        .selectFrom('agent_run_tool_calls as c')
        .where(between('newest', edges))
        .where('c.server', 'is not', null)
        .where('c.tool_name', 'is not', null)
        .groupBy(['c.server', 'c.tool_name'])
        .select(['c.server', 'c.tool_name'])
        .select((row) => row.fn.countAll<number>().as('calls'))
        .select(sql<number>`count(case when c.status = 'failed' then 1 end)`.as('errors'))
        .select((row) => row.fn.max<number>('c.started_at').as('last_used_at'))
      if (projectId !== null) counted = counted.where('c.project_id', '=', projectId)
      const found = (await counted.execute()).flatMap(({ server, tool_name: name, calls, errors, last_used_at }) =>
        server === null || name === null ? [] : [{ server, name, calls, errors, lastUsedAt: last_used_at }],
      )
      return { found, lastId: edges.isEnd ? null : edges.last.id }
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
        ...summaryOf({
          ...row,
          excerpt: row.arguments.slice(0, excerptLength),
          failure: row.is_error === 1 ? (row.result?.slice(0, failureLength) ?? null) : null,
        }),
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

/** The sort key of a window's first or last call. */
interface Edge {
  readonly id: string
  readonly duration_ms: number | null
}

interface Edges {
  readonly first: Edge
  readonly last: Edge
  /** Whether no call follows the window. */
  readonly isEnd: boolean
}

/** The sort key of each order. Ids sort by time. */
const keys = {
  newest: sql`c.id`,
  oldest: sql`c.id`,
  slowest: sql`(c.duration_ms, c.id)`,
} satisfies Record<CallOrder, unknown>

const keyOf = (order: CallOrder, { id, duration_ms }: Edge) =>
  order === 'slowest' ? sql`(${duration_ms}, ${id})` : sql`${id}`

/** For each order, how a later key compares with an earlier one. */
const following = { newest: sql`<`, oldest: sql`>`, slowest: sql`<` } satisfies Record<CallOrder, unknown>

/** The `order by` clauses. A call that is still running has no duration, so it is not among the slowest. */
const sorting = {
  newest: sql`c.id desc`,
  oldest: sql`c.id asc`,
  slowest: sql`c.duration_ms desc, c.id desc`,
} satisfies Record<CallOrder, unknown>

function between(order: CallOrder, { first, last }: Edges) {
  const after = following[order]
  return sql<boolean>`(${keys[order]} ${after}= ${keyOf(order, first)} and ${keyOf(order, last)} ${after}= ${keys[order]})`
}

/** The next window's edges; null if no call follows, or if an order by duration starts at a call that is gone. */
async function edgesOf(
  kysely: StoreDatabase['kysely'],
  afterId: string | null,
  size: number,
  order: CallOrder,
): Promise<Edges | null> {
  const calls = kysely.selectFrom('agent_run_tool_calls as c').select(['c.id', 'c.duration_ms'])
  let next = calls.orderBy(sorting[order]).limit(size)
  if (order === 'slowest') next = next.where('c.duration_ms', 'is not', null)
  if (afterId !== null) {
    // An order by id only needs the id, so the call itself may be gone.
    const after =
      order === 'slowest'
        ? await calls.where('c.id', '=', afterId).executeTakeFirst()
        : { id: afterId, duration_ms: null }
    if (after === undefined) return null
    next = next.where(sql<boolean>`${keys[order]} ${following[order]} ${keyOf(order, after)}`)
  }
  const rows = await next.execute()
  const [first, last] = [rows[0], rows.at(-1)]
  return first === undefined || last === undefined ? null : { first, last, isEnd: rows.length < size }
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
    toolError: row.failure === null ? null : toolErrorIn(row.failure),
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
