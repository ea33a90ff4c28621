import { describe, expect, it } from 'vitest'
import { answered } from '#test/integration/badInput/besideEcho'
import { allWires, besideExcess } from '#test/integration/excess/besideExcess'

/** Everything a server may ask, what Switchboard answers itself, and unknown methods. */
const methods = ['ping', 'sampling/createMessage', 'elicitation/create', 'roots/list', 'nonsense/ask'] as const

/** Far more than the limit on unread answers, and than the pipes and sockets in between hold. */
const many = 40_000
/** Only a few arrive too late, however busy the machine is. */
const hurried = { budgets: { 30_000: 1_000 } }

describe.each(allWires)('over %s, a server’s questions cost no more than it reads', (wire) => {
  it.each(methods)(
    '[R17] one that asks %s without reading is ended, with the cause, and comes back later',
    async (of) => {
      const besides = await besideExcess(wire, { name: 'asks', size: many, of }, hurried)
      const { registry } = besides.engine
      await besides.outcome('fine')
      expect(await besides.outcome()).toMatchObject({
        code: 'SERVER_LOST',
        message: expect.stringContaining('without reading the answers') as string,
      })
      expect(registry.get('bad').state).toMatchObject({
        kind: 'backingOff',
        error: { code: 'SERVER_LOST', cause: { code: 'server-floods' } },
      })
      await besides.neighbourAnswers()
      // The launch is ended, not the server: the next launch is used.
      const connection = registry.connection('bad')
      while (connection.state.kind !== 'ready') await connection.changed()
      expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
      // The answers, the call, the handshake and its streams.
      expect((await besides.maxOpen()) ?? 0).toBeLessThan(20)
    },
  )

  it('[R17] one that reads late has to wait, and is not ended', async () => {
    const besides = await besideExcess(wire, { name: 'asksSlowly', size: many / 2, of: 'ping' })
    const outcome = await besides.outcome()
    expect(outcome).toHaveProperty('result')
    const [content] = (outcome as { result: { content: { text: string }[] } }).result.content
    // It was no longer read before it had asked everything.
    expect(Number(content?.text)).toBeLessThan(many / 2)
    expect(besides.engine.registry.get('bad')).toMatchObject({ state: { kind: 'ready' }, restarts: 0 })
    expect((await besides.maxOpen()) ?? 0).toBeLessThan(20)
    await besides.neighbourAnswers()
  })
})
