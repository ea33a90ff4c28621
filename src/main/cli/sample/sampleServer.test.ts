import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldsOf, type JsonObject } from '#contract/jsonRpc/jsonObject'
import { SampleServer } from '#main/cli/sample/sampleServer'

function opened() {
  const sent: JsonObject[] = []
  let heard = () => {}
  const server = new SampleServer({
    version: '1',
    send: (message) => {
      sent.push(message)
      heard()
    },
    pause: () => Promise.resolve(),
  })
  let last = 0
  /** Resolves with the answer to a request. */
  const ask = async (method: string, params: JsonObject = {}): Promise<JsonObject> => {
    const id = ++last
    server.take({ jsonrpc: '2.0', id, method, params })
    for (;;) {
      const answer = sent.find((message) => message['id'] === id && !('method' in message))
      if (answer !== undefined) return answer
      await new Promise<void>((resolve) => (heard = resolve))
    }
  }
  const call = async (name: string, input: JsonObject = {}, meta: JsonObject = {}) =>
    fieldsOf((await ask('tools/call', { name, arguments: input, _meta: meta }))['result'])
  const start = (capabilities: JsonObject = {}) => ask('initialize', { protocolVersion: '2025-06-18', capabilities })
  return { server, sent, ask, call, start }
}

const textOf = (result: JsonObject) => JSON.stringify(result['content'])

test('it answers in the protocol version of its client, or else in the newest that it knows', async () => {
  const { ask, start } = opened()
  expect((await start())['result']).toMatchObject({ protocolVersion: '2025-06-18' })
  expect((await ask('initialize', { protocolVersion: '2099-01-01' }))['result']).toMatchObject({
    protocolVersion: '2025-11-25',
  })
  expect((await ask('server/discover'))['error']).toMatchObject({ code: -32601 })
})

test('each tool answers; wrong arguments give a tool error, which a model can read', async () => {
  const { ask, call, start } = opened()
  await start()
  expect(textOf(await call('echo', { text: 'hello' }))).toContain('hello')
  expect(await call('convert', { value: 10, from: 'km', to: 'm' })).toMatchObject({
    structuredContent: { value: 10_000, unit: 'm' },
  })
  expect(await call('convert', { value: 10, from: 'km', to: 'kg' })).toMatchObject({ isError: true })
  expect(await call('echo', { text: 7 })).toMatchObject({ isError: true })
  expect(await call('count', { to: 1000 })).toMatchObject({ isError: true })
  expect((await ask('tools/call', { name: 'none' }))['error']).toMatchObject({ code: -32602 })
})

test('a count reports its progress to a caller that wants it, and ends without an answer when it is cancelled', async () => {
  const { server, sent, call, start } = opened()
  await start()
  await call('count', { to: 2 }, { progressToken: 'p' })
  expect(sent.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params)).toEqual([
    { progressToken: 'p', progress: 1, total: 2 },
    { progressToken: 'p', progress: 2, total: 2 },
  ])
  server.take({ id: 'late', method: 'tools/call', params: { name: 'count', arguments: { to: 20 } } })
  server.take({ method: 'notifications/cancelled', params: { requestId: 'late' } })
  await call('count', { to: 20 })
  expect(sent.some(({ id }) => id === 'late')).toBe(false)
})

test('a note becomes a resource, is announced, and is part of the prompt', async () => {
  const { sent, ask, call, start } = opened()
  await start()
  expect(textOf(await call('add_note', { title: 'Milk', text: 'Two bottles.' }))).toContain('1 note')
  expect(sent.some(({ method }) => method === 'notifications/resources/list_changed')).toBe(true)
  expect((await ask('resources/list'))['result']).toMatchObject({ resources: [{}, { name: 'Milk' }] })
  const read = await ask('resources/read', { uri: 'sample://notes/1' })
  expect(read['result']).toMatchObject({ contents: [{ text: 'Two bottles.' }] })
  expect((await ask('resources/read', { uri: 'sample://notes/2' }))['error']).toMatchObject({ code: -32602 })
  expect(JSON.stringify(await ask('prompts/get', { name: 'summarise_notes' }))).toContain('Two bottles.')
})

test('a greeting asks for the name where the client can ask, and does without it where it cannot', async () => {
  const silent = opened()
  await silent.start()
  expect(textOf(await silent.call('greet'))).toContain('did not tell me your name')
  const { server, sent, call, start } = opened()
  await start({ elicitation: {} })
  const greeting = call('greet')
  const question = sent.find(({ method }) => method === 'elicitation/create')
  server.take({ id: question?.['id'], result: { action: 'accept', content: { name: 'Ada' } } })
  expect(textOf(await greeting)).toContain('Hello, Ada.')
})

test('it works offline and changes nothing outside itself: its modules use nothing from the machine', () => {
  for (const file of ['sampleServer', 'sampleTools', 'units']) {
    const imported = [...readFileSync(join(import.meta.dirname, `${file}.ts`), 'utf8').matchAll(/from '([^']+)'/g)]
    expect(imported.filter(([, from]) => !/^#(?:contract\/jsonRpc|main\/cli\/sample)\//.test(from ?? ''))).toEqual([])
  }
})
