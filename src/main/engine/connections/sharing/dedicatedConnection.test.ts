import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DedicatedConnection } from '#engine/connections/sharing/dedicatedConnection'
import { manualClock } from '#test/support/manualClock'
import { deafEvents, ScriptedProcesses, turns } from '#test/support/scriptedProcesses'

const places = 2

function dedicated(processes: ScriptedProcesses) {
  const callerRules = { restart: 'on-failure', idleLimitMs: 60_000 } as const
  return new DedicatedConnection({ connection: processes.options('one'), callerRules, places }, deafEvents)
}

/** Acts like the router: waits for the caller's own session, and then makes one call. */
async function call(server: DedicatedConnection, key: string): Promise<void> {
  const connection = server.connectionFor(key)
  while (connection.session === null) {
    const { state } = connection
    if (state.kind === 'stopped') connection.start()
    if (connection.state === state) await connection.changed()
  }
  const { session } = connection
  await new Promise<void>((resolve, reject) => {
    const onLost = (reason: string) => reject(new Error(reason))
    const observer = { onResult: () => resolve(), onError: () => resolve(), onLost }
    session.request('tools/call', { name: 'x' }, {}, observer, { projectId: null, callerKey: key })
  })
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('call'), key: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
  fc.record({ kind: fc.constant('answer') }),
  fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(50, 500, 2_000) }),
)

describe('a server with a session for each caller', () => {
  it('[R8] [R17] never has more sessions than places, aborts no call to free a place, and makes every call in the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        const processes = new ScriptedProcesses(manualClock())
        const server = dedicated(processes)
        const outcomes: Promise<void>[] = []
        for (const one of steps) {
          if ('key' in one) outcomes.push(call(server, one.key))
          else if ('ms' in one) await processes.pass(one.ms)
          else processes.answerAll()
          await turns()
        }
        for (let round = 0; round < 2 * steps.length && processes.open.size > 0; round++) {
          processes.answerAll()
          await processes.pass(1_500)
        }
        await Promise.all(outcomes)
        expect(processes.maxOpen).toBeLessThanOrEqual(places)
        const stopped = server.stop()
        await processes.pass(1_000)
        await stopped
        expect(processes.open.size).toBe(0)
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  it('[R7] ends a session that has been unused for long, and gives the caller a new one when the caller returns', async () => {
    const processes = new ScriptedProcesses(manualClock())
    const server = dedicated(processes)
    const first = call(server, 'a')
    await processes.pass(500)
    processes.answerAll()
    await first
    expect(server.state.kind).toBe('ready')
    await processes.pass(70_000)
    expect([server.state.kind, processes.open.size]).toEqual(['stopped', 0])
    const second = call(server, 'a')
    await processes.pass(500)
    processes.answerAll()
    await second
  })

  // Catches a caller that overtakes those that have been waiting longer, only because it was first seen before them.
  it('callers get places in the order in which they started waiting', async () => {
    const processes = new ScriptedProcesses(manualClock())
    const server = dedicated(processes)
    const early = server.connectionFor('early')
    const working = ['a', 'b'].map((key) => call(server, key))
    await processes.pass(500)
    const first = server.connectionFor('first')
    first.start()
    early.start()
    processes.answerFirst()
    await processes.pass(1_500)
    expect([first.session === null, early.session === null]).toEqual([false, true])
    processes.answerAll()
    await processes.pass(5_000)
    await Promise.all(working)
    expect(early.session).not.toBeNull()
  })

  it('[R7] a caller that leaves while waiting for a place does not get one', async () => {
    const processes = new ScriptedProcesses(manualClock())
    const server = dedicated(processes)
    const working = ['a', 'b'].map((key) => call(server, key))
    await processes.pass(500)
    const waiting = server.connectionFor('c')
    waiting.start()
    expect(waiting.state.kind).toBe('starting')
    server.callerGone('c')
    expect(waiting.state.kind).toBe('stopped')
    processes.answerAll()
    await Promise.all(working)
    await processes.pass(5_000)
    expect([waiting.state.kind, processes.open.size]).toEqual(['stopped', 2])
  })
})
