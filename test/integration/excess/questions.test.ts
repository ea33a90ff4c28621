import { describe, expect, it } from 'vitest'
import { answered } from '#test/integration/badInput/besideEcho'
import { allWires, besideExcess } from '#test/integration/excess/besideExcess'

/** Every request that a server may make, including those that Switchboard answers itself and unknown methods. */
const methods = ['ping', 'sampling/createMessage', 'elicitation/create', 'roots/list', 'nonsense/ask'] as const

/** Far more answers than the limit on unread answers, and more than the pipes and sockets in between hold. */
const many = 40_000
/** A time limit that ends a server after one second without reading, instead of 30. */
const hurried = { budgets: { 30_000: 1_000 } }

describe.each(allWires)('over %s, a server’s questions cost no more than the answers it reads', (wire) => {
  it.each(methods)(
    '[R17] a server that asks %s without reading answers is ended, with the cause, and comes back later',
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
      // Only this process of the server is ended. The server's next process is used.
      const connection = registry.connection('bad')
      while (connection.state.kind !== 'ready') await connection.changed()
      expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
      // These connections are for the answers, the call, the handshake and the server's streams.
      expect((await besides.maxOpen()) ?? 0).toBeLessThan(20)
    },
  )

  it('[R17] a server that reads its answers late has to wait, and is not ended', async () => {
    const besides = await besideExcess(wire, { name: 'asksSlowly', size: many / 2, of: 'ping' })
    const outcome = await besides.outcome()
    expect(outcome).toHaveProperty('result')
    const [content] = (outcome as { result: { content: { text: string }[] } }).result.content
    // Switchboard stopped reading from the server before it had asked everything.
    expect(Number(content?.text)).toBeLessThan(many / 2)
    expect(besides.engine.registry.get('bad')).toMatchObject({ state: { kind: 'ready' }, restarts: 0 })
    expect((await besides.maxOpen()) ?? 0).toBeLessThan(20)
    await besides.neighbourAnswers()
  })
})
