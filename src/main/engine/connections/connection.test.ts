import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '#test/support/manualClock'
import { ScriptedServer } from '#test/support/scriptedServer'

const turns = () => new Promise((resolve) => setImmediate(resolve))

async function startedServer() {
  const clock = manualClock()
  const server = new ScriptedServer('one', clock)
  server.connection.start()
  await turns()
  expect(server.connection.state.kind).toBe('ready')
  return { server, clock, connection: server.connection }
}

const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('start', 'restart', 'die', 'breaks', 'mends') }),
  fc.record({ kind: fc.constant('stop'), drainMs: fc.constantFrom(0, 10_000) }),
  fc.record({ kind: fc.constant('call'), answered: fc.boolean() }),
  fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1, 500, 1_000, 10_000, 60_000) }),
  fc.record({ kind: fc.constant('turns'), count: fc.integer({ min: 1, max: 12 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(server: ScriptedServer, clock: ManualClock, one: Step): Promise<void> {
  const { connection } = server
  if ('count' in one) for (let turn = 0; turn < one.count; turn++) await Promise.resolve()
  else if ('ms' in one) clock.advance(one.ms)
  else if ('drainMs' in one) void connection.stop(one.drainMs)
  else if ('answered' in one) {
    const observer = { onResult: () => undefined, onError: () => undefined, onLost: () => undefined }
    connection.session?.request('tools/call', { name: 'x' }, {}, observer)
    const [call] = server.calls
    if (one.answered && call !== undefined) server.answer(call, { result: {} })
  } else if (one.kind === 'start') connection.start()
  else if (one.kind === 'restart') void connection.restart()
  else if (one.kind === 'die') server.die()
  else server.sound = one.kind === 'mends'
}

describe('Connection', () => {
  it('[R7] [R8] whatever is asked of it in whichever order, it has one launch at a time, and none once it is stopped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const clock = manualClock()
        const server = new ScriptedServer('one', clock)
        // Longer than it takes until the next try.
        server.closeMs = 700
        for (const one of steps) await take(server, clock, one)
        expect(server.mostOpen).toBeLessThanOrEqual(1)
        const stopped = server.connection.stop()
        // Calls under way may hold an earlier stop up for ten seconds, and what a launch left takes its time.
        for (let second = 0; second < 15; second++) {
          clock.advance(1_000)
          await turns()
        }
        await stopped
        clock.advance(600_000)
        await turns()
        expect(server.connection.state.kind).toBe('stopped')
        expect(server.open.size).toBe(0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('[R7] stays stopped when it was stopped while it was being restarted', async () => {
    const { connection } = await startedServer()
    const restarted = connection.restart()
    await connection.stop()
    await restarted
    await turns()
    expect(connection.state.kind).toBe('stopped')
  })

  it('is restarted once by two who want that at one time', async () => {
    const { connection } = await startedServer()
    await Promise.all([connection.restart(), connection.restart()])
    await turns()
    expect(connection.state.kind).toBe('ready')
  })

  it('starts again after a stop that somebody overtook with a start', async () => {
    const { connection } = await startedServer()
    const stopped = connection.stop()
    connection.start()
    await stopped
    await turns()
    expect(connection.state.kind).toBe('ready')
  })

  it('[R7] a start in the moment in which it has stopped can be stopped, too', async () => {
    const { connection } = await startedServer()
    const changed = async () => {
      while (connection.state.kind !== 'stopped') await connection.changed()
      connection.start()
      await connection.stop()
    }
    await Promise.all([changed(), connection.stop()])
    await turns()
    expect(connection.state.kind).toBe('stopped')
  })

  const stoppingWithCall = async () => {
    const started = await startedServer()
    const observer = { onResult: () => undefined, onError: () => undefined, onLost: () => undefined }
    started.connection.session?.request('tools/call', { name: 'x' }, {}, observer)
    const stopped = started.connection.stop(10_000)
    await turns()
    expect(started.connection.state.kind).toBe('stopping')
    return { ...started, stopped }
  }

  it('[R7] a stop that does not wait ends the waiting of the one before: closing the engine takes no ten seconds', async () => {
    const { connection, stopped } = await stoppingWithCall()
    await Promise.all([connection.stop(), stopped])
    expect(connection.state.kind).toBe('stopped')
  })

  it('[R7] a server that dies while its last calls are waited for is waited for no longer', async () => {
    const { server, connection, stopped } = await stoppingWithCall()
    server.die()
    await stopped
    expect(connection.state.kind).toBe('stopped')
  })

  it('[R5] a stop while it waits for its next try is final', async () => {
    const { server, clock, connection } = await startedServer()
    server.die()
    await turns()
    expect(connection.state.kind).toBe('backingOff')
    await connection.stop()
    clock.advance(600_000)
    await turns()
    expect(connection.state.kind).toBe('stopped')
  })
})
