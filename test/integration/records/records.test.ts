/** Records of a real engine with real servers and a real store, on both databases. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { CallQuery } from '#contract/tools/call'
import type { Engine } from '#engine/createEngine'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller, ToolCall } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'
import { databasesWith } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'
import { sweepingClock } from '#test/support/sweepingClock'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { patience } from '#test/support/patience'

const postgres = findPostgres()

const all: Scope = { kind: 'all' }
const caller: Caller = {
  key: 'session 1',
  capabilities: {},
  ask: null,
  identity: { kind: 'client', name: 'Cursor', version: '1.0', hasSession: true },
}
const call = (name: string, args: unknown = {}, more: Partial<ToolCall> = {}): ToolCall => ({
  params: { name, arguments: args },
  caller,
  ...more,
})

const list = (engine: Engine, query: Partial<CallQuery> = {}) => engine.records.list({ limit: 50, ...query })

/** Waits until there are this many recorded calls, and returns them. */
async function recorded(engine: Engine, count: number) {
  return vi.waitFor(
    async () => {
      const { calls } = await list(engine)
      expect(calls).toHaveLength(count)
      return calls
    },
    { timeout: 10_000 },
  )
}

describe.each(databasesWith(postgres))('records on $name', ({ url }) => {
  test('[R23] every call is recorded, however it ends, with caller, tool, place and duration', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } }, { databaseUrl: await url() })
    await engine.router.callTool(all, call('echo', { text: 'hi' }))
    await engine.router.callTool(all, call('fail'))
    await engine.router.callTool(all, call('rpcError')).catch(() => undefined)
    await engine.router.callTool(all, call('nobody\0')).catch(() => undefined)
    const cancellation = new Cancellation()
    const slow = engine.router.callTool(all, call('slow', { ms: 60_000 }, { cancellation }))
    cancellation.cancel()
    await slow.catch(() => undefined)
    await engine.router.callTool(all, call('exit', { code: 3 })).catch(() => undefined)

    const calls = (await recorded(engine, 6)).toReversed()
    expect(
      calls.map(({ tool, server, status, isError, errorCode }) => [tool, server, status, isError, errorCode]),
    ).toEqual([
      ['echo', 'one', 'succeeded', false, null],
      ['fail', 'one', 'failed', true, null],
      ['rpcError', 'one', 'failed', false, 'SERVER_ERROR'],
      ['nobody\uFFFD', null, 'failed', false, 'UNKNOWN_TOOL'],
      ['slow', 'one', 'cancelled', false, 'CALL_CANCELLED'],
      ['exit', 'one', 'failed', false, 'SERVER_LOST'],
    ])
    expect(calls[0]).toMatchObject({
      projectId: 'default',
      originalTool: 'echo',
      run: { kind: 'client', client: 'Cursor', clientVersion: '1.0' },
      excerpt: '{"text":"hi"}',
      argumentsBytes: 13,
      droppedBefore: 0,
    })
    expect(calls[0]?.durationMs).toBeGreaterThanOrEqual(0)
    expect(new Set(calls.map(({ run }) => run.id)).size).toBe(1)
    const first = await engine.records.get(calls[0]?.id ?? '')
    expect(JSON.parse(first.result ?? '')).toMatchObject({ content: [{ type: 'text', text: 'hi' }] })
  })

  test('[R23] a chat call is recorded before it is sent, and is not sent if that fails', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } }, { databaseUrl: await url() })
    await engine.registry.use(all)
    const seen: unknown[] = []
    const onRecorded = (id: string | null) => seen.push(id)
    const slow = engine.router.callTool(all, call('slow', { ms: 300 }, { onRecorded }))
    await vi.waitFor(() => expect(seen).toHaveLength(1), patience)
    // The call is still running, but its record already exists.
    expect((await list(engine)).calls).toMatchObject([
      { id: seen[0], tool: 'slow', status: 'running', durationMs: null },
    ])
    await slow
    await vi.waitFor(
      async () => expect((await list(engine)).calls).toMatchObject([{ id: seen[0], status: 'succeeded' }]),
      patience,
    )

    vi.spyOn(engine.records.recorder, 'begin').mockRejectedValueOnce(new Error('the disk is full'))
    await expect(engine.router.callTool(all, call('exit', { code: 1 }, { onRecorded }))).rejects.toMatchObject({
      code: 'INTERNAL',
    })
    expect(engine.registry.get('one')).toMatchObject({ state: { kind: 'ready' }, restarts: 0 })
  })

  test('[R23] a chat call cancelled while its record is begun leaves one record, which is ended', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } }, { databaseUrl: await url() })
    await engine.registry.use(all)
    const cancellation = new Cancellation()
    const one = engine.router.callTool(all, call('echo', {}, { cancellation, onRecorded: () => undefined }))
    cancellation.cancel()
    await expect(one).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
    await vi.waitFor(async () => expect((await list(engine)).calls).toMatchObject([{ status: 'cancelled' }]), patience)
  })

  test('[R23] no secret is in a row or a file, in whatever encoding', async () => {
    const dataFolder = await temporaryFolder()
    const ports = testPorts(dataFolder)
    const secret = 'tr0ub4dor&3/+ü'
    ports.redactor.add(secret)
    const engine = await startTestEngine(
      { one: { launch: testServer('echo') } },
      { ...ports, databaseUrl: await url() },
    )
    const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)].join(' ')
    await engine.router.callTool(all, call('echo', { text: forms }))
    await engine.router.callTool(all, call('echo', { text: `${'x'.repeat(200_000)}${forms}${'y'.repeat(200_000)}` }))
    await engine.router.callTool(all, call(`tool ${secret}`)).catch(() => undefined)
    const calls = await recorded(engine, 3)
    const records = await Promise.all(calls.map(({ id }) => engine.records.get(id)))
    const folder = join(dataFolder, 'results')
    const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    expect(files).toHaveLength(2)
    const everything = JSON.stringify([records, files])
    expect(everything.match(/\[redacted\]/g)?.length).toBeGreaterThan(10)
    for (const form of ['tr0ub4dor', 'dHIwdWI0ZG9y', '%26']) expect(everything).not.toContain(form)
  })

  test('[R23] a result of 10 MB: its beginning is in the row, and all of it can be read in pages', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } }, { databaseUrl: await url() })
    const bytes = 10_000_000
    await engine.router.callTool(all, call('big', { bytes }))
    const [summary] = await recorded(engine, 1)
    const id = summary?.id ?? ''
    const record = await engine.records.get(id)
    expect(record.resultBytes).toBeGreaterThan(bytes)
    expect(record.result).toHaveLength(64 * 1024)
    expect(record.wholeKept).toEqual(['result'])
    let read = 0
    for (let offset: number | null = 0; offset !== null;) {
      const page = await engine.records.read(id, 'result', offset, 1_000_000, null)
      expect(page.bytes).toBe(record.resultBytes)
      read += page.text.length
      offset = page.next
    }
    expect(read).toBe(record.resultBytes)
    await expect(engine.records.read(id, 'result', 0, 100, 'another project')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('[R23] calls that are under way when the engine is closed are recorded as lost', async () => {
    const dataFolder = await temporaryFolder()
    const ports = { ...testPorts(dataFolder), databaseUrl: await url() }
    const engine = await startTestEngine({ one: { launch: testServer('echo') } }, ports)
    await engine.registry.use(all)
    const slow = engine.router.callTool(all, call('slow', { ms: 60_000 }))
    await Promise.all([expect(slow).rejects.toMatchObject({ code: 'SERVER_LOST' }), engine.close()])
    const again = await startTestEngine({}, ports)
    expect((await list(again)).calls).toMatchObject([{ tool: 'slow', status: 'failed', errorCode: 'SERVER_LOST' }])
  })

  test('[R23] calls beyond the limits are removed with their files, and recording can be switched off', async () => {
    const dataFolder = await temporaryFolder()
    const { clock } = sweepingClock()
    const ports = { ...testPorts(dataFolder), databaseUrl: await url(), clock }
    const engine = await startTestEngine({ one: { launch: testServer('echo') } }, ports)
    await engine.router.callTool(all, call('big', { bytes: 100_000 }))
    for (let number = 0; number < 110; number += 1)
      await engine.router.callTool(all, call('echo', { text: `${number}` }))
    await vi.waitFor(async () => expect((await list(engine, { limit: 200 })).calls).toHaveLength(111), patience)
    await engine.settings.update({ keepCallsCount: 100, recording: 'off' })
    await vi.waitFor(async () => expect((await list(engine, { limit: 200 })).calls).toHaveLength(100), patience)
    await engine.router.callTool(all, call('echo', { text: 'unrecorded' }))
    await engine.close()
    const again = await startTestEngine({}, ports)
    expect(again.settings.current).toMatchObject({ keepCallsCount: 100, recording: 'off', keepCallsDays: 30 })
    const { calls, next } = await list(again, { limit: 200 })
    expect([calls.length, next]).toEqual([100, null])
    expect(calls[0]?.excerpt).toBe('{"text":"109"}')
    expect(await readdir(join(dataFolder, 'results'))).toEqual([])
  })
})

test('pages of the list continue where the one before ended, while new calls come in', async () => {
  const engine = await startTestEngine({ one: { launch: testServer('echo') } })
  for (let number = 0; number < 12; number += 1) await engine.router.callTool(all, call('echo', { text: `${number}` }))
  await recorded(engine, 12)
  const first = await list(engine, { limit: 5 })
  await engine.router.callTool(all, call('echo', { text: 'new' }))
  await recorded(engine, 13)
  const second = await list(engine, { limit: 5, ...(first.next === null ? {} : { cursor: first.next }) })
  const third = await list(engine, { limit: 5, ...(second.next === null ? {} : { cursor: second.next }) })
  const excerpts = [first, second, third].flatMap(({ calls }) => calls.map((one) => one.excerpt))
  expect(excerpts).toEqual(Array.from({ length: 12 }, (_, number) => `{"text":"${11 - number}"}`))
  expect(third.next).toBeNull()
})
