import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scope } from '#engine/registry/catalog/scope'
import { RouterBench, timeoutMs } from '#test/support/routerBench'

async function benchOf(size: number, concurrency: number): Promise<RouterBench> {
  const bench = new RouterBench(size, concurrency)
  for (const server of bench.servers) server.connection.start()
  await bench.settle()
  return bench
}

interface OddCall {
  readonly caller?: string
  readonly in?: string
  readonly asks?: boolean
  readonly taken?: boolean
  readonly rounds?: boolean
}

function answerAll(bench: RouterBench): void {
  for (const server of bench.servers)
    for (const call of server.calls.slice()) server.answer(call, { result: { nonce: call.arguments['nonce'] } })
}

describe('CallRouter', () => {
  it("[R18] shares a group's calls evenly, whatever else is called and in any order of answers", async () => {
    const step = fc.oneof(
      fc.record({ tool: fc.constantFrom('one', 'other', 's0') }),
      fc.constant({ answer: true as const }),
      fc.constant({ rebuild: true as const }),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 5 }), fc.array(step, { maxLength: 60 }), async (size, steps) => {
        const bench = await benchOf(size, 1_000)
        const slugs = bench.servers.map(({ slug }) => slug)
        bench.addRoute('one', 'group', slugs, 'one')
        bench.addRoute('other', 'group', slugs, 'other')
        const counts = { one: new Map<string, number>(), other: new Map<string, number>() }
        const seen = new Set<unknown>()
        for (const made of steps) {
          if ('answer' in made) answerAll(bench)
          else if ('rebuild' in made) bench.viewsChanged()
          else bench.call({ tool: made.tool, caller: 'a' })
          for (const server of bench.servers)
            for (const { tool, arguments: given } of server.calls) {
              if (seen.has(given['nonce']) || (tool !== 'one' && tool !== 'other')) continue
              seen.add(given['nonce'])
              counts[tool].set(server.slug, (counts[tool].get(server.slug) ?? 0) + 1)
            }
        }
        for (const count of Object.values(counts)) {
          const shares = slugs.map((slug) => count.get(slug) ?? 0)
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('[R18] groups with the same name in two projects take turns separately', async () => {
    const bench = await benchOf(4, 100)
    const other: Scope = { kind: 'project', projectId: 'other' }
    bench.addRoute('shared', 'group', ['s0', 's1'])
    bench.addRoute('shared', 'group', ['s2', 's3'], 'tool', other)
    for (let round = 0; round < 10; round++) {
      bench.call({ tool: 'shared', caller: 'a' })
      bench.call({ tool: 'shared', caller: 'a', scope: other })
    }
    expect(bench.servers.map(({ calls }) => calls.length)).toEqual([5, 5, 5, 5])
  })

  it('[R12] a call continues if its tool was switched off and on again meanwhile', async () => {
    const bench = await benchOf(1, 1)
    const made = bench.call({ tool: 's0', caller: 'a' })
    bench.setOff('s0', true)
    bench.clock.advance(5_000)
    bench.setOff('s0', false)
    bench.clock.advance(6_000)
    answerAll(bench)
    await bench.settle()
    expect(made.outcomes).toEqual([{ result: { nonce: made.nonce } }])
  })

  it('[R12] a call is abandoned if its tool stays switched off', async () => {
    const bench = await benchOf(1, 1)
    const made = bench.call({ tool: 's0', caller: 'a' })
    bench.setOff('s0', true)
    bench.clock.advance(10_000)
    await bench.settle()
    expect(made.outcomes).toMatchObject([{ error: { code: 'UNKNOWN_TOOL' } }])
  })

  it('[R12] a call is abandoned if its caller no longer sees the tool, and no other call is abandoned', async () => {
    const bench = await benchOf(1, 2)
    let scope: Scope = { kind: 'all' }
    const made = bench.call({ tool: 's0', caller: 'a', scopeNow: () => scope })
    const other = bench.call({ tool: 's0', caller: 'b' })
    scope = { kind: 'all', choice: { key: 'nothing', mode: 'only', servers: {} } }
    bench.router.lookAgain()
    bench.clock.advance(9_999)
    await bench.settle()
    expect(made.outcomes).toEqual([])
    bench.clock.advance(1)
    answerAll(bench)
    await bench.settle()
    expect(made.outcomes).toMatchObject([{ error: { code: 'UNKNOWN_TOOL' } }])
    expect(other.outcomes).toEqual([{ result: { nonce: other.nonce } }])
  })

  it('a call that is waiting for a first listing is not treated like a call whose tool was switched off', async () => {
    const bench = await benchOf(1, 1)
    bench.listingIsSlow = true
    const made = bench.call({ tool: 'late', caller: 'a' })
    bench.viewsChanged()
    bench.addRoute('late', null, ['s0'])
    bench.viewsChanged()
    await bench.settle()
    bench.clock.advance(11_000)
    expect(made.outcomes).toEqual([])
    answerAll(bench)
    await bench.settle()
    expect(made.outcomes).toEqual([{ result: { nonce: made.nonce } }])
  })

  it('[R20] a member with a full queue is skipped, and the call is refused only if all queues are full', async () => {
    const bench = await benchOf(2, 1)
    bench.addRoute('shared', 'group', ['s0', 's1'])
    const waitAt = (slug: string, count: number) => {
      for (let place = 0; place < count; place++) bench.call({ tool: slug, caller: 'a' })
    }
    waitAt('s0', 1_001)
    waitAt('s1', 1_000)
    await bench.settle()
    const passed = bench.call({ tool: 'shared', caller: 'b' })
    await bench.settle()
    const refused = bench.call({ tool: 'shared', caller: 'b' })
    await bench.settle()
    expect(passed.outcomes).toEqual([])
    expect(refused.outcomes).toMatchObject([{ error: { code: 'QUEUE_FULL' } }])
    // First comes the running call, then caller a's next call, then caller b's turn.
    for (let round = 0; round < 3; round++) {
      answerAll(bench)
      await bench.settle()
    }
    expect(passed.outcomes).toEqual([{ result: { nonce: passed.nonce } }])
  })

  it('[R16] late messages about a cancelled call do not reach the only other call', async () => {
    const bench = await benchOf(1, 2)
    const first = bench.call({ tool: 's0', caller: 'a', asks: true })
    const second = bench.call({ tool: 's0', caller: 'b', asks: true })
    first.cancel.cancel()
    const [server] = bench.servers
    server?.say({ method: 'notifications/message', params: { level: 'info', data: first.nonce } })
    server?.say({ id: 'asked', method: 'sampling/createMessage', params: { nonce: first.nonce } })
    await bench.settle()
    expect(second).toMatchObject({ strays: [], asked: [], told: [] })
    expect(first).toMatchObject({ strays: [], asked: [], told: [] })
    server?.answer(server.calls[0]!, { result: {} })
    server?.say({ method: 'notifications/message', params: { level: 'info', data: second.nonce } })
    expect(second.told).toEqual(['notifications/message'])
  })

  it.each<{ who: string; calls: OddCall[]; reaches: number }>([
    { who: 'two calls from one caller', calls: [{}, {}], reaches: 1 },
    { who: 'two calls from one caller, one of which cannot be asked', calls: [{ asks: false }, {}], reaches: 1 },
    { who: 'two calls from one caller, one of which was cancelled', calls: [{ taken: true }, {}], reaches: 1 },
    { who: 'calls from two callers', calls: [{}, { caller: 'b' }], reaches: 0 },
    { who: 'two conversations', calls: [{ in: 'one' }, { in: 'other' }], reaches: 0 },
    { who: 'two calls by a name that any client may use', calls: [{ rounds: true }, { rounds: true }], reaches: 0 },
    {
      who: 'two cancelled calls from one caller',
      calls: [{ taken: true }, { taken: true }],
      reaches: 0,
    },
  ])("[R16] a server's question during $who reaches $reaches of them", async ({ calls, reaches }) => {
    const bench = await benchOf(1, 4)
    const made = calls.map((call) => {
      const more = { conversationId: call.in ?? null, takesInputRequired: call.rounds === true }
      return bench.call({ tool: 's0', caller: call.caller ?? 'a', asks: call.asks ?? true, more })
    })
    for (const [place, call] of calls.entries()) if (call.taken === true) made[place]?.cancel.cancel()
    bench.servers[0]?.say({ id: 'asked', method: 'sampling/createMessage', params: { nonce: made[1]?.nonce } })
    await bench.settle()
    expect(made.flatMap(({ asked }) => asked)).toHaveLength(reaches)
    expect(made.flatMap(({ strays }) => strays)).toEqual([])
  })

  it("[R16] while a caller is asked, none of the caller's calls times out", async () => {
    const bench = await benchOf(1, 2)
    const made = ['a', 'a'].map((caller) => bench.call({ tool: 's0', caller, asks: true }))
    bench.servers[0]?.say({ id: 'asked', method: 'sampling/createMessage', params: { nonce: made[0]?.nonce } })
    await bench.settle()
    bench.clock.advance(timeoutMs * 2)
    await bench.settle()
    expect(made.map(({ outcomes }) => outcomes)).toEqual([[], []])
    made[0]?.asked[0]?.answer({})
    await bench.settle()
    bench.clock.advance(timeoutMs * 2)
    await bench.settle()
    expect(made.map(({ outcomes }) => outcomes.length)).toEqual([1, 1])
  })

  it("[R16] a server's question for a cancelled call is refused", async () => {
    const bench = await benchOf(1, 2)
    const made = bench.call({ tool: 's0', caller: 'a', asks: true })
    made.cancel.cancel()
    bench.servers[0]?.say({ id: 'asked', method: 'sampling/createMessage', params: { nonce: made.nonce } })
    await bench.settle()
    expect(made.asked).toEqual([])
  })

  it("[R16] a name that no server offers is unknown once the servers' time is up, whatever else changes meanwhile", async () => {
    const bench = await benchOf(1, 1)
    bench.listingIsSlow = true
    const made = bench.call({ tool: 'nowhere', caller: 'a' })
    bench.viewsChanged()
    bench.clock.advance(14_000)
    await bench.settle()
    expect(made.outcomes).toEqual([])
    bench.clock.advance(1_000)
    await bench.settle()
    expect(made.outcomes).toMatchObject([{ error: { code: 'UNKNOWN_TOOL', message: 'Unknown tool: nowhere' } }])
  })

  it('[R16] after a server asked for input, its messages reach the call again', async () => {
    const bench = await benchOf(1, 2)
    const made = bench.call({ tool: 's0', caller: 'a', asks: true })
    const [server] = bench.servers
    const inputRequests = { one: { method: 'roots/list', params: { nonce: made.nonce } } }
    server?.answer(server.calls[0]!, { result: { resultType: 'input_required', inputRequests } })
    made.asked[0]?.answer('yes')
    await bench.settle()
    expect(server?.calls).toMatchObject([{ params: { inputResponses: { one: 'yes' } } }])
    server?.say({ method: 'notifications/message', params: { level: 'info', data: made.nonce } })
    expect(made.told).toEqual(['notifications/message'])
  })

  it.each([
    [
      'input',
      (asks: Record<string, unknown>[]) => ({
        result: { resultType: 'input_required', inputRequests: Object.fromEntries(asks.map((ask, at) => [at, ask])) },
      }),
    ],
    [
      'pages',
      (asks: Record<string, unknown>[]) => ({
        error: { code: -32042, message: 'pages', data: { elicitations: asks.map(({ params }) => params) } },
      }),
    ],
  ])("[R17] none of a server's questions is passed on if it asks thousands at once, as %s", async (_how, wants) => {
    const bench = await benchOf(1, 2)
    const more = { capabilities: { elicitation: { url: {} } } }
    const made = bench.call({ tool: 's0', caller: 'a', asks: true, more })
    const [server] = bench.servers
    const page = { mode: 'url', url: 'https://a', message: 'm', elicitationId: '1', nonce: made.nonce }
    const asks = Array.from({ length: 10_000 }, () => ({ method: 'elicitation/create', params: page }))
    server?.answer(server.calls[0]!, wants(asks))
    await bench.settle()
    expect(made.asked).toEqual([])
    expect(made.outcomes).toMatchObject([{ error: { code: 'SERVER_ERROR' } }])
  })

  it("[R7] a call that is waiting for a server's start does not start a server that was switched off or replaced meanwhile", async () => {
    const bench = new RouterBench(2, 1)
    const [first, second] = bench.servers
    const onFirst = bench.call({ tool: 's0', caller: 'a' })
    const onSecond = bench.call({ tool: 's1', caller: 'a' })
    void first?.connection.stop()
    bench.setOff('s0', true)
    if (second !== undefined) bench.replace(second, 1)
    await bench.settle()
    expect([first?.connection.state.kind, second?.connection.state.kind]).toEqual(['stopped', 'stopped'])
    expect(onFirst.outcomes).toMatchObject([{ error: { code: 'SERVER_UNAVAILABLE' } }])
    answerAll(bench)
    await bench.settle()
    expect(onSecond.outcomes).toEqual([{ result: { nonce: onSecond.nonce } }])
  })

  it("a call's detours do not extend its timeout", async () => {
    const bench = await benchOf(1, 1)
    const [server] = bench.servers
    bench.call({ tool: 's0', caller: 'a' })
    const waits = bench.call({ tool: 's0', caller: 'b' })
    await bench.settle()
    bench.clock.advance(9_000)
    server?.die()
    await bench.settle()
    bench.clock.advance(1_000)
    await bench.settle()
    expect(server?.calls.length).toBe(1)
    bench.clock.advance(20_500)
    await bench.settle()
    expect(waits.outcomes).toMatchObject([{ error: { code: 'CALL_TIMED_OUT' } }])
  })
})
