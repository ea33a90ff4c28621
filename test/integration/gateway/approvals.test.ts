/**
 * Outside clients' calls that need approval, with real HTTP, real clients of both eras, and answers through the
 * contract.
 */
import { createRouterClient } from '@orpc/server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AnswerInput, Question, QuestionNews } from '#contract/question'
import { newServer } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import { implementContract } from '#engine/handlers'
import type { Clock } from '#engine/ports'
import { bearer, openClientDoor, ownerToken } from '#test/integration/gateway/clientDoor'
import { written } from '#test/integration/questions/asking'
import { connectV1, connectV2 } from '#test/support/mcpClients'
import { testServer } from '#test/support/testEngine'
import { testHost } from '#test/support/testHost'
import { patience } from '#test/support/patience'

/** Opens a door with a server that writes. `attend` adds a person who answers. */
async function openAskedDoor(clock?: Clock) {
  const door = await openClientDoor(clock === undefined ? {} : { clock })
  await door.engine.servers.add(newServer.parse({ name: 'files', launch: testServer('changing') }))
  await door.engine.registry.use({ kind: 'all' })
  const { token } = await door.createClient({ name: 'My editor', approval: 'notReadOnly' })
  const contract = createRouterClient(implementContract(door.engine, testHost(ownerToken)))
  const news: QuestionNews[] = []
  /** Reads the questions, as a page does, until it is stopped or the test is over. */
  const attend = async () => {
    const left = new AbortController()
    onTestFinished(() => left.abort())
    const stream = await contract.questions.attend(undefined, { signal: left.signal })
    const { value: open } = await stream.next()
    if (Array.isArray(open)) news.push(...open)
    void (async () => {
      for await (const batch of stream) news.push(...batch)
    })().catch(() => undefined)
    return () => left.abort()
  }
  const question = (): Promise<Question> =>
    vi.waitFor(() => {
      const asked = news.find((one) => one.type === 'asked')
      if (asked?.type !== 'asked') throw new Error('no question was asked')
      return asked.question
    }, patience)
  return {
    ...door,
    token,
    news,
    attend,
    question,
    answer: async (answer: AnswerInput) => contract.questions.answer({ id: (await question()).id, answer }),
    listed: () => contract.questions.list(),
  }
}

interface AskedClient {
  readonly call: (args: Record<string, unknown>, signal?: AbortSignal) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** The functions that connect a real client of each era. */
const clients: readonly [string, (url: string, token: string) => Promise<AskedClient>][] = [
  [
    'v1, 2025-11-25',
    async (url, token) => {
      const client = await connectV1(url, {}, bearer(token))
      return {
        call: (args, signal) =>
          client.callTool({ name: 'write', arguments: args }, undefined, { ...(signal && { signal }) }),
        close: () => client.close(),
      }
    },
  ],
  ...(['legacy', 'modern'] as const).map((mode): [string, (url: string, token: string) => Promise<AskedClient>] => [
    `v2, ${mode}`,
    async (url, token) => {
      const client = await connectV2(url, mode, {}, bearer(token))
      return {
        call: (args, signal) => client.callTool({ name: 'write', arguments: args }, { ...(signal && { signal }) }),
        close: () => client.close(),
      }
    },
  ]),
]

const wanted = { path: '/home/ada/notes.txt', text: 'Hello' }

describe.each(clients)('a call from a client of %s that needs approval', (_era, connect) => {
  async function start() {
    const door = await openAskedDoor()
    const client = await connect(`${door.url}/mcp`, door.token)
    onTestFinished(() => client.close())
    const call = (signal?: AbortSignal) => client.call(wanted, signal)
    return { ...door, client, call }
  }

  it('waits, shows the client’s name in its question, and is sent as the person edited it', async () => {
    const { attend, call, question, answer } = await start()
    await attend()
    const result = call()
    expect(await question()).toMatchObject({
      caller: { kind: 'client', name: 'My editor' },
      conversationId: null,
      body: { kind: 'approval', reason: 'notReadOnly', arguments: wanted, tool: { server: 'files', name: 'write' } },
    })
    await answer({ kind: 'allow', arguments: { path: '/tmp/notes.txt' } })
    expect(written((await result) as Record<string, unknown>)).toEqual({ path: '/tmp/notes.txt' })
  })

  it('is refused with the person’s reason', async () => {
    const { attend, call, answer } = await start()
    await attend()
    const result = call()
    result.catch(() => undefined)
    await answer({ kind: 'deny', reason: 'not in this folder' })
    await expect(result).rejects.toThrow('The user denied this call in Switchboard: not in this folder.')
  })

  it('is refused at once while no person is present, and the refusal says what to do', async () => {
    const { attend, call, listed } = await start()
    await expect(call()).rejects.toThrow('Switchboard is not open in the app')
    const leave = await attend()
    leave()
    await vi.waitFor(() => expect(call()).rejects.toThrow('Switchboard is not open in the app'), patience)
    expect(await listed()).toEqual([])
  })

  it('leaves no question behind when its client cancels it', async () => {
    const { attend, call, question, news, listed } = await start()
    await attend()
    const cancelled = new AbortController()
    const result = call(cancelled.signal)
    result.catch(() => undefined)
    const { id } = await question()
    cancelled.abort(new Error('the client no longer wants it'))
    await vi.waitFor(() => expect(news).toContainEqual({ type: 'settled', id }), patience)
    expect(await listed()).toEqual([])
    await expect(result).rejects.toThrow()
  })

  it('asks no question when an answer was remembered, while other calls still do', async () => {
    const { attend, client, call, answer, news } = await start()
    await attend()
    const first = call()
    await answer({
      kind: 'allow',
      remember: 'always',
      pattern: [{ is: 'startsWith', path: ['path'], value: '/home/ada/' }],
    })
    await first
    await expect(call()).resolves.toBeDefined()
    const elsewhere = client.call({ ...wanted, path: '/etc/passwd' })
    elsewhere.catch(() => undefined)
    await vi.waitFor(() => expect(news.filter(({ type }) => type === 'asked')).toHaveLength(2), patience)
  })
})

/**
 * Returns a clock with the system's time, except for the two minutes that a question to a person may take. `expire`
 * ends them.
 */
function impatientClock(): Clock & { expire(): void } {
  const long = new Set<() => void>()
  return {
    ...systemClock,
    after(delayMs, callback) {
      if (delayMs !== 120_000) return systemClock.after(delayMs, callback)
      long.add(callback)
      return { cancel: () => void long.delete(callback) }
    },
    expire() {
      for (const callback of long) callback()
    },
  }
}

it('a call without an answer in time is refused, says so, and leaves no question behind', async () => {
  const clock = impatientClock()
  const { url, token, attend, question, listed } = await openAskedDoor(clock)
  await attend()
  const client = await connectV2(`${url}/mcp`, 'modern', {}, bearer(token))
  onTestFinished(() => client.close())
  const result = client.callTool({ name: 'write', arguments: wanted })
  result.catch(() => undefined)
  const { askedAt, expiresAt } = await question()
  expect((expiresAt ?? 0) - askedAt).toBe(120_000)
  clock.expire()
  await expect(result).rejects.toThrow('No one answered within 2 min')
  expect(await listed()).toEqual([])
})

it('a client whose calls need no approval waits for no person', async () => {
  const { url, createClient } = await openAskedDoor()
  const { token } = await createClient({ name: 'script' })
  const client = await connectV2(`${url}/mcp`, 'modern', {}, bearer(token))
  onTestFinished(() => client.close())
  await expect(client.callTool({ name: 'write', arguments: wanted })).resolves.toBeDefined()
})
