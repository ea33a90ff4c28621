/** The records in their tables. The same suite runs on a real SQLite file and on a real Postgres. */
import { describe, expect, test } from 'vitest'
import type { CallFilter } from '#contract/tools/call'
import { firstIdAt } from '#engine/records/callId'
import type { CallRow, RunRow } from '#engine/store/calls/callStore'
import { recordedCall } from '#test/support/callRow'
import { databasesWith, openTestStore } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'

const postgres = findPostgres()

const at = 1_700_000_000_000
const run: RunRow = {
  id: firstIdAt(at),
  engine: 'this',
  kind: 'client',
  clientName: 'Cursor',
  clientVersion: null,
  startedAt: at,
  lastCallAt: at,
}

function callRow(number: number, more: Partial<CallRow> = {}): CallRow {
  return recordedCall({
    id: firstIdAt(at + number),
    runId: run.id,
    startedAt: at + number,
    arguments: `{"n":${number}}`,
    ...more,
  })
}

describe.each(databasesWith(postgres))('the records on $name', (database) => {
  const open = async () => (await openTestStore(database)).store

  test('what a tool said about its error is in the list and in the record, and a good result is not', async () => {
    const { calls } = await open()
    const result = (text: string, isError: boolean) => JSON.stringify({ content: [{ type: 'text', text }], isError })
    const long = 'No such file. '.repeat(200)
    const refused = callRow(2, { status: 'failed', isError: true, result: result(long, true) })
    await calls.write({ runs: [run], calls: [callRow(1, { result: result('fine', false) }), refused] })
    const { found } = await calls.window({}, null, 10, 'newest')
    expect(found.map(({ toolError }) => toolError?.slice(0, 13) ?? null)).toEqual(['No such file.', null])
    const [inList] = found
    expect(inList?.toolError?.length).toBeLessThan(long.length)
    expect((await calls.find(refused.id, null))?.call.toolError).toBe(inList?.toolError)
  })

  test('[R23] every column of a call comes back unchanged, with and without optional values', async () => {
    const { calls } = await open()
    const failed = callRow(2, {
      projectId: null,
      server: null,
      toolName: null,
      status: 'failed',
      isError: true,
      errorCode: 'UNKNOWN_TOOL',
      errorMessage: 'Unknown tool: ünïcödé 😀',
      durationMs: null,
      result: null,
      wholeArguments: true,
      wholeResult: true,
      droppedBefore: 12,
      edited: true,
    })
    await calls.write({ runs: [run], calls: [callRow(1), failed] })
    const { found } = await calls.window({}, null, 10, 'newest')
    expect(found).toEqual([
      {
        id: failed.id,
        tool: 'git__log',
        originalTool: null,
        server: null,
        projectId: null,
        run: { id: run.id, kind: 'client', client: 'Cursor', clientVersion: null },
        status: 'failed',
        isError: true,
        toolError: null,
        errorCode: 'UNKNOWN_TOOL',
        errorMessage: 'Unknown tool: ünïcödé 😀',
        startedAt: at + 2,
        durationMs: null,
        argumentsBytes: 9,
        resultBytes: 17,
        droppedBefore: 12,
        edited: true,
        excerpt: '{"n":2}',
      },
      expect.objectContaining({ id: callRow(1).id, server: 'git', durationMs: 3, errorCode: null }),
    ])
    expect(await calls.find(failed.id, null)).toMatchObject({
      engine: 'this',
      call: { arguments: '{"n":2}', result: null, wholeKept: ['arguments', 'result'] },
    })
    expect(await calls.find(callRow(1).id, 'default')).toMatchObject({ call: { result: '{"content":[]}' } })
    expect(await calls.find(callRow(1).id, 'other')).toBeNull()
    expect(await calls.find(firstIdAt(1), null)).toBeNull()
  })

  test('a search by project or by client finds only its own calls', async () => {
    const { calls } = await open()
    const other: RunRow = { ...run, id: firstIdAt(at + 500), clientName: 'Zed' }
    const added = [
      callRow(1),
      callRow(2, { projectId: 'work' }),
      callRow(3, { runId: other.id }),
      callRow(4, { projectId: null }),
    ]
    await calls.write({ runs: [run, other], calls: added })
    const ids = async (filter: CallFilter) =>
      (await calls.window(filter, null, 10, 'newest')).found.map((call) => call.id)
    const idsOf = (...numbers: number[]) => numbers.map((number) => callRow(number).id)
    expect(await ids({ projectId: 'work' })).toEqual(idsOf(2))
    expect(await ids({ client: 'Zed' })).toEqual(idsOf(3))
    expect(await ids({ projectId: 'default', client: 'Cursor' })).toEqual(idsOf(1))
    expect(await ids({ client: 'Nobody' })).toEqual([])
  })

  test('batches of any size are written completely, and a batch that fails leaves nothing', async () => {
    const { calls } = await open()
    const sizes = [0, 1, 7, 8, 33, 100]
    let number = 0
    for (const size of sizes) {
      const added = Array.from({ length: size }, () => callRow((number += 1)))
      await calls.write({ runs: [run], calls: added })
    }
    expect(await calls.count()).toBe(149)
    const stranger = callRow(1_000, { runId: firstIdAt(at + 999) })
    const refused = [...Array.from({ length: 50 }, () => callRow((number += 1))), stranger]
    await expect(calls.write({ runs: [run], calls: refused })).rejects.toThrow()
    expect(await calls.count()).toBe(149)
  })

  test('a batch that comes a second time changes nothing, and the run keeps its start', async () => {
    const { calls } = await open()
    const batch = { runs: [run], calls: [callRow(1), callRow(2)] }
    await calls.write(batch)
    await calls.write({ ...batch, runs: [{ ...run, clientName: 'Other', lastCallAt: at + 5 }] })
    expect(await calls.count()).toBe(2)
    expect((await calls.window({ client: 'Cursor' }, null, 10, 'newest')).found).toHaveLength(2)
  })

  test('long rows go into the same batch as short ones', async () => {
    const { calls } = await open()
    const long = 'x'.repeat(60_000)
    const added = Array.from({ length: 40 }, (_, number) => callRow(number, number % 3 === 0 ? { result: long } : {}))
    await calls.write({ runs: [run], calls: added })
    expect((await calls.find(callRow(39).id, null))?.call.result).toBe(long)
    expect(await calls.count()).toBe(40)
  })

  test('[R23] a begun call is finished in its row, and becomes failed if its own engine was lost, but not if another engine was', async () => {
    const { calls } = await open()
    const other: RunRow = { ...run, id: firstIdAt(at + 1), engine: 'other' }
    const running = { status: 'running', durationMs: null, result: null } as const
    const added = [callRow(1, running), callRow(2, running), callRow(3, { ...running, runId: other.id })]
    await calls.write({ runs: [run, other], calls: added })
    await calls.write({ runs: [run], calls: [callRow(1)] })
    expect(await calls.failRunning('this', 'SERVER_LOST', 'it ended')).toBe(1)
    const { found } = await calls.window({}, null, 10, 'newest')
    expect(found.map((call) => [call.status, call.errorCode])).toEqual([
      ['running', null],
      ['failed', 'SERVER_LOST'],
      ['succeeded', null],
    ])
  })

  test('filters match their text, whatever characters it contains', async () => {
    const { calls } = await open()
    const added = [
      callRow(1, { publicName: 'plain' }),
      callRow(2, { server: 'mail', status: 'failed', errorMessage: 'No 100%_sure THING' }),
      callRow(3, { arguments: String.raw`{"path":"C:\\dir"}`, status: 'cancelled' }),
      callRow(4, { result: '{"text":"Ärger im Haus"}' }),
    ]
    await calls.write({ runs: [run], calls: added })
    const found = async (filter: Parameters<typeof calls.window>[0]) =>
      (await calls.window(filter, null, 100, 'newest')).found.map((call) => call.startedAt - at)
    expect(await found({ server: 'mail' })).toEqual([2])
    expect(await found({ tool: 'plain' })).toEqual([1])
    expect(await found({ tool: 'log' })).toEqual([4, 3, 2, 1])
    expect(await found({ status: 'cancelled' })).toEqual([3])
    expect(await found({ run: run.id, server: 'git' })).toEqual([4, 3, 1])
    expect(await found({ run: 'nobody' })).toEqual([])
    expect(await found({ text: '100%_SURE' })).toEqual([2])
    expect(await found({ text: '100_%sure' })).toEqual([])
    expect(await found({ text: String.raw`C:\\d` })).toEqual([3])
    expect(await found({ text: "'; drop" })).toEqual([])
    expect(await found({ text: 'IM HAUS' })).toEqual([4])
    expect(await found({ text: 'Ärger' })).toEqual([4])
    expect(await found({ text: 'plain', server: 'mail' })).toEqual([])
  })

  test('windows go back in time without gaps or repetitions', async () => {
    const { calls } = await open()
    const added = Array.from({ length: 25 }, (_, number) =>
      callRow(number, { server: number % 5 === 0 ? 'rare' : 'git' }),
    )
    await calls.write({ runs: [run], calls: added })
    const seen: number[] = []
    const windows: number[] = []
    for (let before: string | null = null; ;) {
      const { found, lastId } = await calls.window({ server: 'rare' }, before, 10, 'newest')
      seen.push(...found.map((call) => call.startedAt - at))
      windows.push(found.length)
      if (lastId === null) break
      before = lastId
    }
    expect(seen).toEqual([20, 15, 10, 5, 0])
    expect(windows).toEqual([2, 2, 1])
  })

  test.each([
    ['newest', [24, 23, 22, 21, 20]],
    ['oldest', [0, 1, 2, 3, 4]],
    ['slowest', [23, 13, 3, 22, 12]],
  ] as const)(
    'the %s come first, page after page, each once; of equally slow calls, the newest first',
    async (order, begin) => {
      const { calls } = await open()
      // The calls whose numbers end in 3 are the slowest, then those in 2, 1 and 0. Of the others, the even ones are
      // still running.
      const durationOf = (number: number) => {
        if (number % 10 > 3) return number % 2 === 0 ? null : 1
        return 1_000 * (1 + (number % 10))
      }
      const added = Array.from({ length: 25 }, (_, number) => callRow(number, { durationMs: durationOf(number) }))
      await calls.write({ runs: [run], calls: added })
      const seen: number[] = []
      for (let after: string | null = null; ;) {
        const { found, lastId } = await calls.window({}, after, 4, order)
        seen.push(...found.map((call) => call.startedAt - at))
        if (lastId === null) break
        after = lastId
      }
      expect(seen.slice(0, 5)).toEqual(begin)
      const listed = added.filter((_, number) => order !== 'slowest' || durationOf(number) !== null)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(listed.length)
    },
  )

  test('nothing comes after a call that is gone in the list of the slowest, because its place is unknown', async () => {
    const { calls } = await open()
    await calls.write({ runs: [run], calls: [callRow(1, {})] })
    expect(await calls.window({}, firstIdAt(at + 900), 10, 'slowest')).toEqual({ found: [], lastId: null })
  })

  test('use is counted by tool, window by window, in one project or in all', async () => {
    const { calls } = await open()
    const added = [
      callRow(1, { toolName: 'log', projectId: 'work' }),
      callRow(2, { toolName: 'log', status: 'failed' }),
      callRow(3, { toolName: 'log', server: 'other' }),
      callRow(4, { toolName: null }),
    ]
    await calls.write({ runs: [run], calls: added })
    const used = ({ found }: Awaited<ReturnType<typeof calls.usageWindow>>) =>
      found
        .map((one) => [one.server, one.name, one.calls, one.errors, one.lastUsedAt - at])
        .sort(([one], [other]) => String(one).localeCompare(String(other)))
    expect(used(await calls.usageWindow(null, null, 10))).toEqual([
      ['git', 'log', 2, 1, 2],
      ['other', 'log', 1, 0, 3],
    ])
    expect(used(await calls.usageWindow('work', null, 10))).toEqual([['git', 'log', 1, 0, 1]])
    const { lastId } = await calls.usageWindow(null, null, 3)
    expect(used(await calls.usageWindow(null, lastId, 3))).toEqual([['git', 'log', 1, 0, 1]])
  })

  test('[R23] the oldest are removed first, no more than requested, and then runs without calls', async () => {
    const { calls } = await open()
    const later: RunRow = { ...run, id: firstIdAt(at + 100), lastCallAt: at + 500 }
    const added = Array.from({ length: 6 }, (_, number) => callRow(number, { wholeResult: number === 1 }))
    await calls.write({ runs: [run, later], calls: [...added, callRow(200, { runId: later.id })] })
    expect(await calls.prune(firstIdAt(at + 4), 3)).toEqual([
      { id: callRow(0).id, hasFiles: false },
      { id: callRow(1).id, hasFiles: true },
      { id: callRow(2).id, hasFiles: false },
    ])
    expect(await calls.prune(firstIdAt(at + 4), 3)).toHaveLength(1)
    expect(await calls.prune(firstIdAt(at + 4), 3)).toEqual([])
    await calls.pruneRuns(at + 400)
    expect(await calls.count()).toBe(3)
    expect(await calls.prune(null, 2)).toHaveLength(2)
    await calls.pruneRuns(at + 400)
    await expect(calls.write({ runs: [], calls: [callRow(300)] })).rejects.toThrow()
    await calls.write({ runs: [], calls: [callRow(300, { runId: later.id })] })
  })
})

test.skipIf(postgres === null)(
  '[R23] on Postgres the tables are in the schema kb, with real enumerations',
  async () => {
    const databaseUrl = (await postgres?.createDatabase()) ?? ''
    await openTestStore({ name: 'Postgres', url: async () => databaseUrl })
    const columns = await postgres?.query(
      databaseUrl,
      `select table_name, udt_name from information_schema.columns where table_schema = 'kb'
     and column_name in ('status', 'kind') and table_name like 'agent_run%' order by table_name`,
    )
    expect(columns).toEqual([
      { table_name: 'agent_run_tool_calls', udt_name: 'call_status' },
      { table_name: 'agent_runs', udt_name: 'run_kind' },
    ])
  },
)
