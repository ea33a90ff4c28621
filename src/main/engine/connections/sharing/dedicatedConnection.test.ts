import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConnectionOptions } from '#engine/connections/connectionOptions'
import { createServerLog } from '#engine/connections/serverLog'
import { defaultBudgets } from '#engine/connections/sessionBudgets'
import { DedicatedConnection } from '#engine/connections/sharing/dedicatedConnection'
import type { OpenTransport, TransportEvents } from '#engine/connections/transport'
import { type ManualClock, manualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'

const turns = () => new Promise((resolve) => setImmediate(resolve))
const places = 2

/** Its processes answer the handshake at once and calls when they are told to; each takes some time to end. */
class Processes {
  readonly open = new Map<TransportEvents, number[]>()
  mostOpen = 0
  readonly #clock: ManualClock

  constructor(clock: ManualClock) {
    this.#clock = clock
  }

  readonly openTransport: OpenTransport = async (_launch, _label, events) => {
    await Promise.resolve()
    const calls: number[] = []
    this.open.set(events, calls)
    this.mostOpen = Math.max(this.mostOpen, this.open.size)
    const say = (id: unknown, result: unknown) =>
      queueMicrotask(() => events.onMessage(JSON.stringify({ jsonrpc: '2.0', id, result })))
    return {
      pid: null,
      send: (json) => {
        const { id, method, params } = JSON.parse(json) as { id: number; method: string; params: object }
        if (method === 'initialize') say(id, { ...params, capabilities: {}, serverInfo: { name: 'x', version: '1' } })
        if (method === 'tools/call') calls.push(id)
      },
      close: async () => {
        await new Promise<void>((resolve) => this.#clock.after(100, resolve))
        this.open.delete(events)
      },
    }
  }

  answerAll(): void {
    for (const [events, calls] of this.open)
      for (const id of calls.splice(0)) events.onMessage(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))
  }
}

function dedicated(clock: ManualClock, processes: Processes) {
  const connection: ConnectionOptions = {
    slug: 'one',
    rules: { restart: 'on-failure' },
    prepareLaunch: () => Promise.resolve({ transport: 'stdio', command: 'x', args: [], env: {} }),
    isRemote: false,
    knownEra: 'legacy',
    identity: { name: 'test', version: '0' },
    openTransport: processes.openTransport,
    budgets: defaultBudgets,
    clock,
    random: () => 0,
    log: recordingLog(),
    serverLog: createServerLog({ clock, redact: (text) => text }),
    redact: (text) => text,
  }
  const nothing = () => undefined
  return new DedicatedConnection(
    { connection, callerRules: { restart: 'on-failure', idleLimitMs: 60_000 }, places },
    { onState: nothing, onListing: nothing, onEra: nothing, onServerRequest: nothing, onNotification: nothing },
  )
}

/** As the router does: waits for the caller's own session, then makes one call. */
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

async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    clock.advance(50)
    await turns()
  }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('call'), key: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
  fc.record({ kind: fc.constant('answer') }),
  fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(50, 500, 2_000) }),
)

describe('a server with a session for each caller', () => {
  it('[R8] [R17] has never more of them than places; no call is lost to make room, and each is made in the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        const clock = manualClock()
        const processes = new Processes(clock)
        const server = dedicated(clock, processes)
        const outcomes: Promise<void>[] = []
        for (const one of steps) {
          if ('key' in one) outcomes.push(call(server, one.key))
          else if ('ms' in one) await pass(clock, one.ms)
          else processes.answerAll()
          await turns()
        }
        for (let round = 0; round < 2 * steps.length && processes.open.size > 0; round++) {
          processes.answerAll()
          await pass(clock, 1_500)
        }
        await Promise.all(outcomes)
        expect(processes.mostOpen).toBeLessThanOrEqual(places)
        const stopped = server.stop()
        await pass(clock, 1_000)
        await stopped
        expect(processes.open.size).toBe(0)
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  it('[R7] ends a session that its caller does not use for long, and forgets nobody who comes back', async () => {
    const clock = manualClock()
    const processes = new Processes(clock)
    const server = dedicated(clock, processes)
    const first = call(server, 'a')
    await pass(clock, 500)
    processes.answerAll()
    await first
    expect(server.state.kind).toBe('ready')
    await pass(clock, 70_000)
    expect([server.state.kind, processes.open.size]).toEqual(['stopped', 0])
    const second = call(server, 'a')
    await pass(clock, 500)
    processes.answerAll()
    await second
  })

  it('[R7] a caller that is gone while it waits for a place does not get one', async () => {
    const clock = manualClock()
    const processes = new Processes(clock)
    const server = dedicated(clock, processes)
    const working = ['a', 'b'].map((key) => call(server, key))
    await pass(clock, 500)
    const waiting = server.connectionFor('c')
    waiting.start()
    expect(waiting.state.kind).toBe('starting')
    server.callerGone('c')
    expect(waiting.state.kind).toBe('stopped')
    processes.answerAll()
    await Promise.all(working)
    await pass(clock, 5_000)
    expect([waiting.state.kind, processes.open.size]).toEqual(['stopped', 2])
  })
})
