import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import type { ConnectionState } from '#contract/servers/server'
import { type ConnectionEvent, nextState } from '#engine/connections/connectionState'
import { type BenchRules, LaunchBench, type ProcessKind } from '#test/support/launchBench'
import { turns } from '#test/support/scriptedProcesses'

const error = { code: 'SERVER_UNAVAILABLE', message: 'held' }
const facts = { pid: null, era: 'legacy', protocolVersion: '1', implementation: { name: 'x', version: '1' } } as const
const everyEvent: readonly ConnectionEvent[] = [
  { type: 'start', at: 0, attempt: 1 },
  { type: 'phase', phase: 'handshake' },
  { type: 'ready', at: 0, facts },
  { type: 'retry', attempt: 1, retryAt: 0, error },
  { type: 'fail', at: 0, error },
  { type: 'hold', at: 0, error },
  { type: 'stop', at: 0 },
  { type: 'ended' },
]

/** Whether any event leads from one state to the other. */
function follows(before: ConnectionState, after: ConnectionState): boolean {
  return everyEvent.some((event) => {
    const state = nextState(before, event)
    return state !== before && state.kind === after.kind
  })
}

const kinds: readonly ConnectionState['kind'][] = ['stopped', 'starting', 'ready', 'backingOff', 'failed', 'stopping']
const asked = fc.oneof(
  fc.record({ kind: fc.constantFrom('start' as const, 'hold' as const, 'wake' as const) }),
  fc.record({ kind: fc.constantFrom('stop' as const, 'restart' as const), drainMs: fc.constantFrom(0, 10_000) }),
)
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

const step = fc.oneof(
  { weight: 5, arbitrary: asked },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('prepared' as const), well: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('next' as const),
      process: fc.constantFrom<ProcessKind>('sound', 'sound', 'bad', 'mute', 'fragile'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('die' as const), code: fc.constantFrom(0, 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('touch' as const, 'call' as const, 'answer' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 60, 500, 2_000, 10_000, 60_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('calm' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const rules: fc.Arbitrary<BenchRules> = fc.record({
  restart: fc.constantFrom('on-failure', 'always', 'never'),
  idleLimitMs: fc.constantFrom(null, 5_000),
  isRemote: fc.boolean(),
  // The second delay is longer than the wait for the next attempt.
  closeMs: fc.constantFrom(100, 1_500),
})

/**
 * What a listener does as soon as it is told of a state. Connections to the other era and callers' sessions react like
 * this.
 */
const reactions = fc.array(fc.record({ to: fc.constantFrom(...kinds), does: asked, times: fc.constantFrom(1, 2) }), {
  maxLength: 2,
})

const nothing = () => undefined

class Play {
  readonly bench: LaunchBench
  readonly #ends: { readonly what: Asked; done: boolean }[] = []

  constructor(bench: LaunchBench) {
    this.bench = bench
  }

  /** The requests to the connection that have not resolved yet. */
  get unresolved(): Asked[] {
    return this.#ends.filter(({ done }) => !done).map(({ what }) => what)
  }

  ask(what: Asked): void {
    const { connection } = this.bench
    if (what.kind === 'start') connection.start()
    else if (what.kind === 'hold') connection.hold(error)
    else if (what.kind === 'wake') connection.wake()
    else if ('drainMs' in what) {
      const end = { what, done: false }
      this.#ends.push(end)
      void connection[what.kind](what.drainMs).then(() => (end.done = true))
    }
  }

  async take(one: Step): Promise<void> {
    const { bench } = this
    switch (one.kind) {
      case 'prepared':
        bench.prepared(one.well ? null : new AppError('SECRET_MISSING', 'The secret does not exist.'))
        break
      case 'next':
        bench.next = one.process
        break
      case 'die':
        bench.die(one.code)
        break
      case 'touch':
        bench.connection.touch()
        break
      case 'call': {
        const observer = { onResult: nothing, onError: nothing, onLost: nothing }
        bench.connection.session?.request('tools/call', { name: 'x' }, {}, observer)
        break
      }
      case 'answer':
        bench.processes.answerAll()
        break
      case 'wait':
        bench.clock.advance(one.ms)
        break
      case 'turns':
        for (let turn = 0; turn < one.count; turn++) await Promise.resolve()
        break
      case 'calm':
        await turns()
        checkCalm(bench)
        break
      case 'start':
      case 'hold':
      case 'wake':
      case 'stop':
      case 'restart':
        this.ask(one)
    }
    checkAlways(bench)
  }
}

/** Checks what must be true at every moment, even in the middle of a change. */
function checkAlways({ connection, heard, begun }: LaunchBench): void {
  const state = heard.at(-1) ?? { kind: 'stopped' }
  expect(begun).toBeLessThanOrEqual(1)
  expect(connection.state).toEqual(state)
  expect(connection.session !== null).toBe(state.kind === 'ready')
}

/**
 * Checks what must be true once nothing more can happen without time passing: exactly the timers, launches and
 * processes that the state needs exist.
 */
function checkCalm({ connection, clock, begun, alive, closing }: LaunchBench): void {
  const { kind } = connection.state
  const timers = clock.waiting - closing
  const seen = { kind, timers, launches: begun - closing, alive }
  switch (kind) {
    case 'stopped':
    case 'failed':
      expect(seen).toEqual({ kind, timers: 0, launches: 0, alive: 0 })
      break
    case 'backingOff':
      expect(seen).toEqual({ kind, timers: 1, launches: 0, alive: 0 })
      break
    case 'ready':
      // There is the timer of the idle watch, and sometimes that of a check after sleep.
      expect([1, 2]).toContain(timers)
      expect({ ...seen, timers: 1 }).toEqual({ kind, timers: 1, launches: 1, alive: 1 })
      break
    case 'starting':
    case 'stopping':
      break
  }
}

describe('a connection under random interleavings', () => {
  it('[R5] [R7] [R8] has one launch at a time, no timer, session or idle watch outside its stage, and nothing left after a stop: a late event never affects a later launch', async () => {
    await fc.assert(
      fc.asyncProperty(
        rules,
        reactions,
        fc.array(step, { maxLength: 60, size: 'max' }),
        async (given, chosen, steps) => {
          const bench = new LaunchBench(given)
          const play = new Play(bench)
          const left = chosen.map((one) => ({ ...one }))
          bench.react = (state) => {
            const reaction = left.find(({ to, times }) => to === state.kind && times > 0)
            if (reaction === undefined) return
            reaction.times--
            play.ask(reaction.does)
          }
          for (const one of steps) await play.take(one)

          bench.react = nothing
          bench.preparesAtOnce = true
          bench.prepared()
          play.ask({ kind: 'stop', drainMs: 10_000 })
          // A drain takes at most ten seconds. The rest is time to clean up after a launch.
          for (let passed = 0; passed < 15_000; passed += 1_000) {
            bench.clock.advance(1_000)
            await turns()
          }
          expect(play.unresolved).toEqual([])
          const { opened } = bench.processes
          bench.clock.advance(3_600_000)
          await turns()
          expect(bench.connection.state.kind).toBe('stopped')
          checkCalm(bench)
          expect([bench.clock.waiting, bench.begun, bench.processes.opened]).toEqual([0, 0, opened])

          const path = [{ kind: 'stopped' } as const, ...bench.heard]
          const kindsHeard = path.map(({ kind }) => kind)
          const strange = path.findIndex((state, place) => place > 0 && !follows(path[place - 1] ?? state, state))
          expect({ strange, kindsHeard }).toEqual({ strange: -1, kindsHeard })
        },
      ),
      { numRuns: 1_000 },
    )
  }, 120_000)
})
