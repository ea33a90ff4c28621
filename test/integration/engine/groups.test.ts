import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '#engine/clock'
import type { Engine } from '#engine/createEngine'
import type { Clock } from '#engine/ports'
import type { Caller } from '#engine/router/call'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { patience } from '#test/support/patience'

const caller: Caller = { key: 'test', capabilities: {}, ask: null }
async function call(engine: Engine, name: string, input: Record<string, unknown> = {}): Promise<string> {
  const result = await engine.router.callTool({ kind: 'all' }, { params: { name, arguments: input }, caller })
  return (result['content'] as { text: string }[])[0]?.text ?? ''
}

function pidOf(engine: Engine, slug: string): number {
  const { state } = engine.registry.get(slug)
  if (state.kind !== 'ready' || state.pid === null) throw new Error(`${slug} is not ready`)
  return state.pid
}

function pidNow(engine: Engine, slug: string): string | null {
  const { state } = engine.registry.get(slug)
  return state.kind === 'ready' ? String(state.pid) : null
}

/** Returns a clock on which backoff and cool-down take an eighth of their normal time. */
function fastClock(): Clock {
  const start = systemClock.now()
  return {
    now: () => start + (systemClock.now() - start) * 8,
    elapsed: () => systemClock.elapsed() * 8,
    after: (delayMs, callback) => systemClock.after(delayMs / 8, callback),
  }
}

describe('a group of servers', () => {
  it('[R18] distributes calls evenly, however many arrive at once, and drops none', async () => {
    const member = { launch: testServer('echo'), group: 'pool', concurrency: 2 }
    const engine = await startTestEngine({ a: member, b: member, c: member })
    await engine.registry.use({ kind: 'all' })
    const pids = await Promise.all(Array.from({ length: 90 }, () => call(engine, 'pid')))
    const counts = ['a', 'b', 'c'].map((slug) => pids.filter((pid) => pid === String(pidOf(engine, slug))).length)
    expect(counts).toEqual([30, 30, 30])
  })

  it('[R18] [R20] distributes calls evenly over available members while one is down, and again when it is back', async () => {
    const member = { launch: testServer('echo'), group: 'pool' }
    const engine = await startTestEngine({ a: member, b: member, c: member }, { clock: fastClock() })
    await engine.registry.use({ kind: 'all' })
    const calls = async (count: number) => {
      const pids: string[] = []
      for (let made = 0; made < count; made += 1) pids.push(await call(engine, 'pid'))
      return ['a', 'b', 'c'].map((slug) => pids.filter((pid) => pid === pidNow(engine, slug)).length)
    }
    await engine.registry.connection('b').stop()
    engine.registry.connection('b').hold({ code: 'SERVER_LOST', message: 'It is down.' })
    expect(await calls(60)).toEqual([30, 0, 30])
    await engine.registry.connection('b').restart()
    await engine.registry.connection('b').settled()
    expect(await calls(60)).toEqual([20, 20, 20])
  })

  it('[R20] [R21] loses only the calls at a dying member; the others continue, and it gets new ones when it is back', async () => {
    const member = { launch: testServer('echo'), group: 'pool' }
    const engine = await startTestEngine({ a: member, b: member })
    await engine.registry.use({ kind: 'all' })
    const before = pidOf(engine, 'a')
    const slow = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => call(engine, 'slow', { ms: 800 })),
      // The members take turns, and this call is for member a.
      call(engine, 'exit', { code: 3 }),
    ])
    const lost = slow.filter((outcome) => outcome.status === 'rejected')
    expect(lost.map(({ reason }: PromiseRejectedResult) => (reason as { code: string }).code)).toEqual(
      Array.from({ length: 4 }, () => 'SERVER_LOST'),
    )
    // These calls are made immediately, while member a is down, and none of them may fail.
    await Promise.all(Array.from({ length: 10 }, () => call(engine, 'pid')))
    await vi.waitFor(() => expect(pidOf(engine, 'a')).not.toBe(before), patience)
    const later = await Promise.all(Array.from({ length: 10 }, () => call(engine, 'pid')))
    for (const slug of ['a', 'b']) expect(later.filter((pid) => pid === String(pidOf(engine, slug)))).toHaveLength(5)
  })

  it('[R20] fails a call only if no member is left, says so, and accepts calls again when one is back', async () => {
    const file = join(await temporaryFolder(), 'may-start')
    await writeFile(file, '')
    const { command, args = [] } = testServer('echo')
    const launch = {
      transport: 'stdio' as const,
      command: 'sh',
      args: ['-c', `test -f '${file}' && exec '${command}' ${args.join(' ')}`],
    }
    const member = { launch, group: 'pool' }
    const engine = await startTestEngine({ a: member, b: member }, { clock: fastClock() })
    await engine.registry.use({ kind: 'all' })
    await rm(file)
    for (const slug of ['a', 'b']) process.kill(pidOf(engine, slug), 'SIGKILL')
    const failures = () => engine.registry.list().map(({ state }) => state.kind)
    await vi.waitFor(() => expect(failures()).toEqual(['backingOff', 'backingOff']), patience)
    await expect(call(engine, 'echo', { text: 'x' })).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringMatching(/^No server is available for echo: [ab] .* [ab] /),
    })
    await writeFile(file, '')
    await vi.waitFor(async () => expect(await call(engine, 'echo', { text: 'back' })).toBe('back'), patience)
  }, 60_000)
})
