import { describe, expect, it } from 'vitest'
import { answered, besideEcho, restingState } from '#test/integration/badInput/besideEcho'
import { startTestEngine, testServer } from '#test/support/testEngine'

const containing = (text: string) => expect.stringContaining(text) as string

describe('a server that cannot be started reports precisely why, and its neighbour is not affected', () => {
  it.each([
    ['wrongVersion', 'HANDSHAKE_FAILED', '"1999-01-01"'],
    ['emptyHandshake', 'HANDSHAKE_FAILED', 'protocol version'],
    ['handshakeIsNoObject', 'HANDSHAKE_FAILED', 'neither a result nor an error'],
    ['refusedHandshake', 'HANDSHAKE_FAILED', 'no licence'],
    ['closedStdoutAtStart', 'HANDSHAKE_FAILED', 'closed its output'],
    ['listIsNoList', 'HANDSHAKE_FAILED', 'without a list of tools'],
    ['endlessCursor', 'HANDSHAKE_FAILED', 'does not end: Switchboard stopped after 1000 pages'],
    ['circlingCursor', 'HANDSHAKE_FAILED', 'it sent the cursor "page 1" twice'],
  ])('[R2] %s', async (fault, code, message) => {
    const besides = await besideEcho(fault)
    expect(await restingState(besides)).toMatchObject({
      kind: 'backingOff',
      error: { code, message: containing(message) },
    })
    expect(await besides.outcome('fine')).toMatchObject({ code: 'UNKNOWN_TOOL' })
    await besides.neighbourAnswers()
  })

  it('a request for a list that is never answered is abandoned at its time limit', async () => {
    const besides = await besideEcho('muteListing', { budgets: { 60_000: 500 }, budgetsSinceListing: true })
    await besides.neighbourAnswers()
    expect(await restingState(besides)).toMatchObject({
      kind: 'backingOff',
      error: { code: 'HANDSHAKE_FAILED', message: containing('did not list its tools within') },
    })
  })

  it('a list with far too many tools is refused as a whole', async () => {
    const besides = await besideEcho('manyTools', { size: 10_000 })
    expect(await restingState(besides)).toMatchObject({
      kind: 'backingOff',
      error: {
        code: 'HANDSHAKE_FAILED',
        message: containing('more than 10000 tools'),
        cause: { code: 'answer-too-large' },
      },
    })
    await besides.neighbourAnswers()
  })

  it('a missing command fails for good, because retrying would not help', async () => {
    const engine = await startTestEngine({
      bad: { launch: { transport: 'stdio', command: 'no-such-command-anywhere', args: [] } },
      beside: { launch: testServer('echo') },
    })
    await engine.registry.use({ kind: 'all' })
    expect(engine.registry.get('bad').state).toMatchObject({
      kind: 'failed',
      error: { code: 'COMMAND_FAILED', message: containing('no-such-command-anywhere') },
    })
    expect(engine.registry.get('beside').state.kind).toBe('ready')
  })
})

describe('an unusual but usable listing is used', () => {
  it('a page of a list that names itself as the next page ends the list', async () => {
    const besides = await besideEcho('sameCursor')
    expect(await restingState(besides)).toMatchObject({ kind: 'ready' })
    expect(besides.engine.registry.tools('bad').map(({ name }) => name)).toEqual(['extra_1', 'extra_2'])
    await besides.neighbourAnswers()
  })

  it('a list of 5,000 tools', async () => {
    const besides = await besideEcho('manyTools', { size: 5_000 })
    expect(await restingState(besides)).toMatchObject({ kind: 'ready' })
    expect(besides.engine.registry.get('bad').tools).toEqual({ total: 5_002, enabled: 5_002, quarantined: 0 })
    expect(await besides.outcome('extra_4999')).toMatchObject({ result: { content: [{ text: 'extra_4999 answers' }] } })
    await besides.neighbourAnswers()
  })

  it('names and descriptions of half a megabyte are usable: clients see a short name, and the server receives the original name', async () => {
    const besides = await besideEcho('hugeNames', { size: 0.5 })
    expect(await restingState(besides)).toMatchObject({ kind: 'ready' })
    const view = besides.engine.registry.view({ kind: 'all' })
    for (const { name } of view?.tools ?? []) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    await besides.neighbourAnswers()
  })

  it('names with a meaning in JavaScript or a shell are ordinary names', async () => {
    const besides = await besideEcho('oddNames')
    await restingState(besides)
    const view = besides.engine.registry.view({ kind: 'all' })
    const odd = (view?.tools ?? []).filter(
      ({ _meta }) => (_meta as Record<string, unknown>)['switchboard/server'] === 'bad',
    )
    expect(odd).toHaveLength(11)
    for (const { name, _meta } of odd) {
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      const own = String((_meta as Record<string, unknown>)['switchboard/tool'])
      expect(await besides.outcome(own)).toMatchObject({ result: { content: [{ text: `${own} answers` }] } })
    }
    await besides.neighbourAnswers()
  })

  it('only the tool whose schema is too deep to be serialised is quarantined', async () => {
    const besides = await besideEcho('deepListing', { size: 50_000 })
    expect(await restingState(besides)).toMatchObject({ kind: 'ready' })
    expect(besides.engine.registry.get('bad').tools).toEqual({ total: 2, enabled: 1, quarantined: 1 })
    expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
    await besides.neighbourAnswers()
  })

  it('a server that announces a new list with every list is asked occasionally, not constantly', async () => {
    const besides = await besideEcho('relisting')
    await restingState(besides)
    const { log } = besides.engine.registry.connection('bad')
    const lists = () => log.lines().filter(({ text }) => text.startsWith('listed')).length
    for (let round = 0; round < 20; round++) await besides.neighbourAnswers()
    // Without a pause, the server could send several hundred lists in that time.
    expect(lists()).toBeLessThan(20)
  })
})
