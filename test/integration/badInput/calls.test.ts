import { describe, expect, it } from 'vitest'
import { answered, besideEcho, restingState } from '#test/integration/badInput/besideEcho'
import { startTestEngine, testServer } from '#test/support/testEngine'

const containing = (text: string) => expect.stringContaining(text) as string

describe('a call that meets a broken rule has one precise outcome', () => {
  it.each([
    ['"result":5', 'neither a result nor an error'],
    ['"result":[]', 'neither a result nor an error'],
    ['"result":"text"', 'neither a result nor an error'],
    ['"result":null', 'neither a result nor an error'],
    ['"error":null', 'neither a result nor an error'],
    ['"error":"text"', 'neither a result nor an error'],
    ['"nothing":true', 'neither a result nor an error'],
    ['"error":{"message":"no code"}', 'no code'],
    ['"error":{"code":"text","message":5}', 'no error message'],
    ['"error":{}', 'no error message'],
  ])('[R16] answer %s', async (answer, message) => {
    const besides = await besideEcho('oddResults')
    expect(await besides.outcome('bad', { answer })).toMatchObject({
      code: 'SERVER_ERROR',
      message: containing(message),
    })
    expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
    await besides.neighbourAnswers()
  })

  it('[R16] invalid JSON is not an answer: the call times out, and the log shows the line', async () => {
    const besides = await besideEcho('invalidJson', { settings: { timeoutMs: 500 } })
    await restingState(besides)
    expect(await besides.outcome()).toMatchObject({ code: 'CALL_TIMED_OUT' })
    expect(besides.logged()).toEqual([
      containing('a message that is not valid JSON'),
      containing('tools/call of bad: The call timed out after'),
    ])
    await besides.neighbourAnswers()
  })

  it('[R16] the first of several answers counts; answers without a request are dropped', async () => {
    const twice = await besideEcho('duplicateAnswers')
    expect(await twice.outcome()).toEqual(answered('first'))
    expect(await twice.outcome('fine')).toEqual(answered('fine answers'))
    expect(twice.logged().length).toBe(2)

    const unknown = await besideEcho('unknownIds')
    expect(await unknown.outcome()).toEqual(answered('the one'))
    expect(unknown.logged().length).toBe(8)
    expect(Math.max(...unknown.logged().map((line) => line.length))).toBeLessThan(1_000)

    const batch = await besideEcho('batch')
    expect(await batch.outcome()).toEqual(answered('in a batch'))
  })

  it('[R16] a line of 50 MB is accepted as an answer', async () => {
    const besides = await besideEcho('longLine', { size: 50 })
    const call = besides.call()
    await besides.neighbourAnswers()
    const [content] = (await call)['content'] as { text: string }[]
    expect(content?.text.length).toBe(50 * 1024 * 1024)
    await besides.neighbourAnswers()
  })

  it('[R21] a line of 70 MB ends the server, and the call says so', async () => {
    const besides = await besideEcho('longLine', { size: 70 })
    expect(await besides.outcome()).toEqual({
      code: 'SERVER_LOST',
      message: containing('sent a line of more than 64 MB'),
    })
    await besides.neighbourAnswers()
    expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
  })

  it.each(['deepResult', 'deepError'])(
    '[R16] %s is refused, because code that serialises it again would break',
    async (fault) => {
      const besides = await besideEcho(fault, { size: 50_000 })
      expect(await besides.outcome()).toMatchObject({ code: 'SERVER_ERROR', message: containing('nested') })
      expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
      await besides.neighbourAnswers()
    },
  )

  it('[R16] deeply nested notifications and requests are dropped, and the call continues', async () => {
    const besides = await besideEcho('deepNotifications', { size: 50_000 })
    const told: unknown[] = []
    const result = await besides.call('bad', {}, { onNotification: (method) => told.push(method) })
    expect({ result }).toEqual(answered('still here'))
    expect(told).toEqual([])
    await besides.neighbourAnswers()
  })

  it('arguments that are nested too deeply to be sent fail only their own call, and occupy no slot', async () => {
    const besides = await besideEcho('none', { settings: { concurrency: 1 } })
    await besides.outcome('fine')
    let deep: unknown = 1
    for (let level = 0; level < 50_000; level++) deep = [deep]
    for (let time = 0; time < 3; time++)
      expect(await besides.outcome('fine', { deep })).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
  })

  it('keys such as __proto__ do not reach a prototype', async () => {
    const besides = await besideEcho('pollution')
    const result = await besides.call()
    expect(JSON.stringify(result)).toContain('"__proto__":{"polluted":1}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    await besides.neighbourAnswers()
  })

  it('[R17] a flood of notifications delays the answer and does nothing else', async () => {
    const besides = await besideEcho('notificationFlood', { size: 20_000 })
    const call = besides.call()
    await besides.neighbourAnswers()
    expect({ result: await call }).toEqual(answered('after the flood'))
    await besides.neighbourAnswers()
  })

  it('[R17] a flood of requests is refused one by one', async () => {
    const besides = await besideEcho('requestFlood', { size: 20_000 })
    const call = besides.call()
    await besides.neighbourAnswers()
    expect({ result: await call }).toEqual(answered('after the flood'))
    await besides.neighbourAnswers()
  })

  it('[R21] a server that closes its output but keeps running is lost, because it can send nothing more', async () => {
    const besides = await besideEcho('closedStdout')
    await besides.outcome('fine')
    expect(await besides.outcome()).toEqual({ code: 'SERVER_LOST', message: containing('closed its output') })
    expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
    await besides.neighbourAnswers()
  })

  it('[R21] half a line before the server’s death is not an answer', async () => {
    const besides = await besideEcho('halfLine')
    expect(await besides.outcome()).toEqual({ code: 'SERVER_LOST', message: containing('exited with code 7') })
    const lines = besides.engine.registry.connection('bad').log.lines()
    expect(lines.some(({ source, text }) => source === 'stdout' && text.includes('{"ty'))).toBe(true)
    expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
    await besides.neighbourAnswers()
  })

  it('[R17] ten megabytes, twenty calls at once: each gets its own answer', async () => {
    const engine = await startTestEngine({ big: { launch: testServer('echo'), concurrency: 32 } })
    const caller = { key: 'test', capabilities: {}, ask: null }
    const sizes = Array.from({ length: 20 }, (_, place) => 10 * 1024 * 1024 + place)
    const results = await Promise.all(
      sizes.map((bytes) =>
        engine.router.callTool({ kind: 'all' }, { params: { name: 'big', arguments: { bytes } }, caller }),
      ),
    )
    expect(results.map(({ content }) => (content as { text: string }[])[0]?.text.length)).toEqual(sizes)
  })
})
