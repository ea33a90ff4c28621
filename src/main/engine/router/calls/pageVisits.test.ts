import { describe, expect, it } from 'vitest'
import type { Caller } from '#engine/router/call'
import { RouterBench } from '#test/support/routerBench'

const visitor: Partial<Caller> = { capabilities: { elicitation: { url: {} } } }

/**
 * Makes a call to a group of two servers with one slot each. The server that gets the call requires page visits first.
 */
async function openBench(more: Partial<Caller> = visitor) {
  const bench = new RouterBench(2, 1)
  for (const server of bench.servers) server.connection.start()
  await bench.settle()
  bench.addRoute('group', 'group', ['s0', 's1'])
  const made = bench.call({ tool: 'group', caller: 'a', asks: true, more })
  const page = (url: string) => ({ mode: 'url', url, message: 'm', elicitationId: url, nonce: made.nonce })
  const server = bench.servers.find(({ calls }) => calls.length > 0)
  if (server === undefined) throw new Error('no server has the call')
  const error = { code: -32042, message: 'pages first', data: { elicitations: [page('https://a'), page('https://b')] } }
  const wantPages = async () => {
    const [call] = server.calls
    if (call === undefined) throw new Error('the server has no call')
    server.answer(call, { error })
    await bench.settle()
  }
  /** Answers each open question on the caller's behalf. */
  const say = async (...actions: string[]) => {
    const open = made.asked.slice(-2)
    for (const [place, action] of actions.entries()) open[place]?.answer({ action })
    await bench.settle()
  }
  return { bench, made, server, error, wantPages, say }
}

describe('pages that must be visited first', () => {
  it('[R16] are requested together, and then the same server gets the unchanged call again', async () => {
    const { bench, made, server, wantPages, say } = await openBench()
    const before = server.calls[0]?.params
    await wantPages()
    expect(made.asked).toHaveLength(2)
    expect(server.calls).toEqual([])
    await say('accept', 'accept')
    const [again] = server.calls
    expect({ ...again?.params, _meta: undefined }).toEqual({ ...before, _meta: undefined })
    if (again !== undefined) server.answer(again, { result: { nonce: made.nonce } })
    await bench.settle()
    expect(made.outcomes).toEqual([{ result: { nonce: made.nonce } }])
    expect(made.recorded).toBe(1)
  })

  // Catches a server that stays busy for everyone while one person is reading a page.
  it('[R17] hold no slot while the caller is asked', async () => {
    const { bench, server, wantPages } = await openBench()
    await wantPages()
    bench.call({ tool: server.slug, caller: 'b' })
    expect(server.calls).toHaveLength(1)
  })

  it('count as refused as soon as one of them is refused', async () => {
    const { made, server, wantPages, say } = await openBench()
    await wantPages()
    await say('decline')
    expect(made.outcomes).toMatchObject([{ error: { code: 'CALL_REFUSED' } }])
    expect(server.calls).toEqual([])
  })

  it('are not requested endlessly, even if the caller agrees each time', async () => {
    const { made, wantPages, say } = await openBench()
    for (let round = 0; round < 16; round++) {
      await wantPages()
      await say('accept', 'accept')
    }
    expect(made.outcomes).toEqual([])
    await wantPages()
    expect(made.asked).toHaveLength(32)
    expect(made.outcomes).toMatchObject([{ error: { code: 'CALL_REFUSED' } }])
  })

  it('[R21] end when the call is cancelled, and the call is not made again', async () => {
    const { made, server, wantPages, say } = await openBench()
    await wantPages()
    made.cancel.cancel()
    await say('accept', 'accept')
    expect(made.outcomes).toMatchObject([{ error: { code: 'CALL_CANCELLED' } }])
    expect(server.calls).toEqual([])
  })

  it.each([
    ['that knows the error', { ...visitor, takesUrlRequired: true }],
    ['that visits no pages', { capabilities: { elicitation: {} } }],
    ['that cannot be asked', { ...visitor, ask: null }],
  ])('are an error to a caller %s', async (_whom, more: Partial<Caller>) => {
    const { made, error, wantPages } = await openBench(more)
    await wantPages()
    expect(made.outcomes).toMatchObject([{ error: { code: 'SERVER_ERROR', data: error } }])
    expect(made.asked).toEqual([])
  })
})
