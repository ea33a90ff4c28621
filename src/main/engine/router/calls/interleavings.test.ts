import fc from 'fast-check'
import { timeoutTickMs } from '#engine/router/calls/activeCalls'
import { maxQuestionMs } from '#engine/router/calls/oneCall'
import { describe, expect, it } from 'vitest'
import { type MadeCall, RouterBench, timeoutMs } from '#test/support/routerBench'
import type { CallAtServer, ScriptedServer } from '#test/support/scriptedServer'

const index = fc.nat({ max: 30 })
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      tool: fc.constantFrom('shared', 'shared', 's0', 's1', 'late', 'unknown'),
      caller: fc.constantFrom('a', 'b', 'c'),
      recorded: fc.boolean(),
      asks: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), call: index }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      call: index,
      how: fc.constantFrom('result', 'result', 'error', 'input', 'nothing'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      call: index,
      how: fc.constantFrom('progress', 'log', 'request'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reply' as const), call: index, good: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('die' as const), server: index, sound: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), server: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), server: index, drain: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('switch' as const), name: fc.constantFrom('s0', 'shared', 'late') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      server: index,
      concurrency: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 400, 2_000, 5_000, 10_000) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 12 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function pick<T>(list: readonly T[], place: number): T | undefined {
  return list[place % list.length]
}

async function take(bench: RouterBench, one: Step): Promise<void> {
  const serverAt = (place: number) => pick(bench.servers, place)
  const atServers = (): [ScriptedServer, CallAtServer][] =>
    [...bench.servers, ...bench.replaced].flatMap((server) =>
      server.calls.map((call): [ScriptedServer, CallAtServer] => [server, call]),
    )
  switch (one.kind) {
    case 'call':
      bench.call(one)
      break
    case 'cancel':
      pick(bench.made, one.call)?.cancel.cancel()
      break
    case 'answer': {
      const [server, call] = pick(atServers(), one.call) ?? []
      if (server !== undefined && call !== undefined) answer(server, call, one.how)
      break
    }
    case 'say': {
      const speaking = atServers().filter(([server, call]) => bench.occupied(server).includes(call))
      const [server, call] = pick(speaking, one.call) ?? []
      if (server !== undefined && call !== undefined) speak(server, call, one.how)
      break
    }
    case 'reply': {
      const asked = bench.made.flatMap((made) => made.asked)
      const open = pick(asked, one.call)
      if (one.good) open?.answer({ good: true })
      else open?.refuse(new Error('no'))
      break
    }
    case 'die': {
      const server = serverAt(one.server)
      if (server === undefined) break
      server.sound = one.sound
      server.die()
      break
    }
    case 'restart':
      void serverAt(one.server)?.connection.restart()
      break
    case 'stop':
      void serverAt(one.server)?.connection.stop(one.drain ? 10_000 : 0)
      break
    case 'switch':
      bench.setOff(one.name, !bench.off.has(one.name))
      if (bench.off.has(one.name)) void bench.servers.find(({ slug }) => slug === one.name)?.connection.stop(10_000)
      break
    case 'replace': {
      const server = serverAt(one.server)
      if (server !== undefined) bench.replace(server, one.concurrency)
      break
    }
    case 'wait':
      bench.clock.advance(one.ms)
      break
    case 'turns':
      for (let turn = 0; turn < one.count; turn++) await Promise.resolve()
  }
}

function answer(server: ScriptedServer, call: CallAtServer, how: string): void {
  const { nonce } = call.arguments
  if (how === 'error') server.answer(call, { error: { code: -32000, message: String(nonce) } })
  else if (how === 'nothing') server.answer(call, { result: 5 })
  else if (how === 'input')
    server.answer(call, {
      result: {
        resultType: 'input_required',
        inputRequests: { one: { method: 'roots/list', params: { nonce } } },
        nonce,
      },
    })
  else server.answer(call, { result: { nonce } })
}

function speak(server: ScriptedServer, call: CallAtServer, how: string): void {
  const { nonce } = call.arguments
  const { progressToken } = (call.params['_meta'] ?? {}) as { progressToken?: unknown }
  if (how === 'progress')
    server.say({ method: 'notifications/progress', params: { progressToken, progress: 1, message: nonce } })
  else if (how === 'log') server.say({ method: 'notifications/message', params: { level: 'info', data: nonce } })
  else server.say({ id: `asked ${String(nonce)}`, method: 'sampling/createMessage', params: { nonce } })
}

/**
 * Checks that a call has one outcome, which is its own. `exact`: time passed only when nothing could continue without
 * it.
 */
function checkOutcome(made: MadeCall, exact = true): void {
  expect({ nonce: made.nonce, outcomes: made.outcomes.length }).toEqual({ nonce: made.nonce, outcomes: 1 })
  expect(made.recorded).toBe(1)
  expect(made.strays).toEqual([])
  const [outcome] = made.outcomes
  if (outcome !== undefined && 'result' in outcome) expect(outcome.result['nonce']).toBe(made.nonce)
  else if (outcome?.error.code === 'SERVER_ERROR')
    expect(outcome.error.message).toMatch(
      new RegExp(`^${made.nonce}$|neither a result|did not answer|does not support|more than 16`),
    )
  else expect(outcome?.error.code).not.toBe('INTERNAL')
  const waited = (made.settledAt ?? 0) - made.startedAt
  const undisturbed = made.lastProgressAt === made.startedAt && !made.callerWasAsked
  if (exact && undisturbed) expect(waited).toBeLessThanOrEqual(timeoutMs + timeoutTickMs)
}

/** Checks that exactly as many slots as before can be taken on every server when everything is up again. */
async function checkSlots(bench: RouterBench): Promise<void> {
  bench.clock.advance(10_000)
  for (const server of bench.servers) {
    server.sound = true
    await server.connection.restart()
    await bench.settle()
    expect(server.connection.state.kind).toBe('ready')
    const concurrency = bench.concurrencyOf(server)
    const calls = Array.from({ length: concurrency + 1 }, () => bench.call({ tool: server.slug, caller: 'last' }))
    await bench.settle()
    expect(server.calls.length).toBe(concurrency)
    for (const call of server.calls.slice()) answer(server, call, 'result')
    await bench.settle()
    expect(server.calls.length).toBe(1)
    for (const call of server.calls.slice()) answer(server, call, 'result')
    await bench.settle()
    for (const made of calls) checkOutcome(made)
  }
}

describe('the router under random interleavings', () => {
  it('[R16] [R17] [R21] every call has exactly one outcome, limits are respected, and no slot is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.array(step, { maxLength: 80, size: 'max' }),
        async (size, concurrency, exact, steps) => {
          const bench = new RouterBench(size, concurrency)
          bench.addRoute(
            'shared',
            'group',
            bench.servers.map(({ slug }) => slug),
          )
          bench.addRoute('late', null, ['s0'])
          bench.setOff('late', true)
          for (const one of steps) {
            await take(bench, one)
            expect(bench.overloaded()).toEqual([])
            if (exact && one.kind === 'wait') await bench.settle()
          }
          bench.off.clear()
          bench.viewsChanged()
          await bench.settle()
          // From here on no server answers, so only time can settle the remaining calls.
          for (let waited = 0; waited <= timeoutMs; waited += 1_000) {
            bench.clock.advance(1_000)
            await bench.settle()
            expect(bench.overloaded()).toEqual([])
          }
          for (const wait of [maxQuestionMs, timeoutMs]) {
            bench.clock.advance(wait)
            await bench.settle()
          }
          for (const made of bench.made) checkOutcome(made, exact)
          for (const { connection } of bench.replaced) expect(connection.state.kind).toBe('stopped')
          await checkSlots(bench)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
