/** The model's key is sent to its address in a header, and nowhere else. */
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newServer } from '#contract/servers/server'
import type { EngineEvent } from '#contract/events'
import type { Vault } from '#engine/ports'
import { recordingLog } from '#test/support/recordingLog'
import { allowAll, ended, startConversation } from '#test/support/chatRuns'
import { inOrder, say, startMessagesApi, testKey, use } from '#test/support/messagesApi'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'

function memoryVault(): Vault & { readonly values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => void values.set(name, value),
    remove: async (name) => void values.delete(name),
  }
}

async function textsUnder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n')
}

test('[R31] the key is in the header of the request, and not in the store, the log, an event, an answer, an export or a file', async () => {
  const api = await startMessagesApi(({ body }, number) => {
    if (number === 0) return { status: 500, error: `failed for ${testKey}` }
    if (body.messages.at(-1)?.content.some(({ type }) => type === 'tool_result') === true)
      return { blocks: [say('Done.')] }
    return { blocks: [use('t1', 'env', { name: 'ANTHROPIC_API_KEY' })] }
  })
  const dataFolder = await temporaryFolder()
  const ports = testPorts(dataFolder)
  const log = recordingLog()
  const engine = await startTestEngine(
    { echo: { launch: testServer('echo') } },
    { ...ports, log, environment: api.environment },
  )
  allowAll(engine)
  const events: EngineEvent[] = []
  const watching = new AbortController()
  const listening = (async () => {
    for await (const batch of engine.events.subscribe(watching.signal)) events.push(...batch)
  })()
  const id = await startConversation(engine, 'go')
  await ended(engine, id)
  expect(api.seen.at(-1)?.headers['authorization']).toBe(`Bearer ${testKey}`)
  expect(api.seen.map(({ text }) => text).join()).not.toContain(testKey)
  const told = [
    await engine.chat.messages(id, undefined, 100),
    await engine.chat.export(id, 'json'),
    await engine.chat.export(id, 'markdown'),
    await engine.modelSource.snapshot(),
    await engine.modelSource.list(undefined),
    await engine.chat.estimate(id, 'more', undefined),
  ]
  watching.abort()
  await listening
  await engine.close()
  expect(JSON.stringify([told, events, log.entries])).not.toContain(testKey)
  expect(await textsUnder(dataFolder)).not.toContain(testKey)
})

test('a key is stored in the vault, and is not used after the address has changed', async () => {
  const api = await startMessagesApi(() => ({ blocks: [say('ok')] }))
  const vault = memoryVault()
  const engine = await startTestEngine({}, { vault, environment: { PATH: process.env['PATH'] } })
  expect((await engine.modelSource.snapshot()).kind).toBe('practice')
  const given = {
    kind: 'custom',
    baseUrl: api.url,
    key: testKey,
    headers: { 'x-team': 'blue-team-1' },
    allowPlain: false,
  } as const
  const set = await engine.modelSource.set(given)
  expect(set).toMatchObject({ kind: 'custom', keyFrom: 'vault', headerNames: ['x-team'], problem: null })
  expect([...vault.values.values()].join()).toContain(testKey)
  await ended(engine, await startConversation(engine, 'go'))
  expect(api.seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${testKey}`,
    'x-api-key': testKey,
    'x-team': 'blue-team-1',
  })
  const other = await startMessagesApi(() => ({ blocks: [say('ok')] }))
  expect(await engine.modelSource.set({ kind: 'custom', baseUrl: other.url, allowPlain: false })).toMatchObject({
    keyFrom: null,
  })
  await ended(engine, await startConversation(engine, 'go'))
  expect(JSON.stringify(other.seen[0]?.headers)).not.toContain(testKey)
})

test('a secret revealed by a tool reaches neither the model nor the conversation', async () => {
  const secret = 'value-of-a-secret-"with quotes"'
  const api = await startMessagesApi(
    inOrder({ blocks: [use('t1', 'env', { name: 'TOKEN' })] }, { blocks: [say('I see nothing.')] }),
  )
  const engine = await startTestEngine({}, { vault: memoryVault(), environment: api.environment })
  await engine.secrets.set({}, 'TOKEN', secret)
  const launch = { ...testServer('echo'), env: { TOKEN: '${TOKEN}' } }
  await engine.servers.add(newServer.parse({ name: 'echo', launch }))
  allowAll(engine)
  const id = await startConversation(engine, 'go')
  const messages = await ended(engine, id)
  expect(messages.at(-1)?.blocks[0]).toMatchObject({ kind: 'toolCall', status: 'succeeded' })
  const told = JSON.stringify([messages, api.seen.map(({ body }) => body.messages)])
  expect(told).not.toContain('value-of-a-secret')
})

test('a redirect is followed without the key', async () => {
  const api = await startMessagesApi(() => ({ blocks: [say('ok')] }))
  const redirecting = createServer((_request, response) => {
    response.writeHead(307, { location: `${api.url}/v1/messages` }).end()
  })
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void redirecting.close())
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`
  const engine = await startTestEngine({}, { environment: { ...api.environment, ANTHROPIC_BASE_URL: url } })
  await ended(engine, await startConversation(engine, 'go'))
  expect(api.seen.length).toBeGreaterThan(0)
  expect(JSON.stringify(api.seen.map(({ headers }) => headers))).not.toContain(testKey)
})

test('requests to outside addresses are unencrypted only with consent', async () => {
  const engine = await startTestEngine({}, { environment: { PATH: process.env['PATH'] } })
  const out = { kind: 'custom', baseUrl: 'http://models.example.com' } as const
  await expect(engine.modelSource.set({ ...out, allowPlain: false })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await engine.modelSource.set({ ...out, allowPlain: true })).toMatchObject({ kind: 'custom', problem: null })
  const elsewhere = await startTestEngine(
    {},
    {
      environment: {
        PATH: process.env['PATH'],
        ANTHROPIC_API_KEY: testKey,
        ANTHROPIC_BASE_URL: 'http://models.example.com',
      },
    },
  )
  expect((await elsewhere.modelSource.snapshot()).problem).toContain('unencrypted')
})
