/** An engine that closes in the middle of a run, and another one on the same folder. */
import { expect, test, vi } from 'vitest'
import type { Message, ToolCallBlock } from '#contract/chat/chat'
import { allowAll, ended, startConversation, until } from '#test/support/chatRuns'
import { inOrder, type Reply, say, startMessagesApi, use } from '#test/support/messagesApi'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { patience } from '#test/support/patience'

function callsIn(messages: readonly Message[]): ToolCallBlock[] {
  return messages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'toolCall'))
}

async function twoEngines(...replies: readonly Reply[]) {
  const api = await startMessagesApi(inOrder(...replies))
  const dataFolder = await temporaryFolder()
  const start = async (servers: Parameters<typeof startTestEngine>[0] = {}) =>
    startTestEngine(servers, { ...testPorts(dataFolder), environment: api.environment })
  return { api, first: await start({ echo: { launch: testServer('echo') } }), startSecond: () => start() }
}

test('[R23] an engine closed while a person is asked: the call is not cancelled, and the person is asked again', async () => {
  const { first, startSecond } = await twoEngines(
    { blocks: [use('t1', 'echo', { text: 'x' })] },
    { blocks: [say('Done.')] },
  )
  const id = await startConversation(first, 'go')
  await until(first, id, ({ run }) => run.kind === 'waiting')
  await first.close()
  const second = await startSecond()
  expect((await second.chat.get(id)).run).toEqual({ kind: 'interrupted', toolUseIds: [] })
  allowAll(second)
  await second.chat.resume({ id })
  expect(callsIn(await ended(second, id))).toMatchObject([{ status: 'succeeded' }])
})

test('[R23] an engine closed while a call is under way: the outcome is unknown, and the call is made again only with consent', async () => {
  const { api, first, startSecond } = await twoEngines(
    { blocks: [use('t1', 'slow', { ms: 60_000 }), use('t2', 'echo', { text: 'kept' })] },
    { blocks: [say('Done.')] },
  )
  allowAll(first)
  const id = await startConversation(first, 'go')
  await until(first, id, ({ run }) => run.kind === 'tools' && run.running === 1)
  await first.close()
  const second = await startSecond()
  expect((await second.chat.get(id)).run).toEqual({ kind: 'interrupted', toolUseIds: ['t1'] })
  await second.chat.resume({ id })
  expect(callsIn(await ended(second, id)).map(({ status }) => status)).toEqual(['interrupted', 'succeeded'])
  expect(JSON.stringify(api.seen[1]?.body.messages.at(-1))).toContain('The outcome of this call is unknown')
})

test('[R23] an engine closed with one call under way and one not allowed yet: the person is asked about each, and can skip each', async () => {
  const { api, first, startSecond } = await twoEngines(
    {
      blocks: [use('t1', 'slow', { ms: 60_000 }), use('t2', 'echo', { text: 'x' }), use('t3', 'echo', { text: 'y' })],
    },
    { blocks: [say('Done.')] },
  )
  allowAll(first, 'slow')
  const id = await startConversation(first, 'go')
  await vi.waitFor(async () => {
    const { messages } = await first.chat.messages(id, undefined, 10)
    expect(callsIn(messages).map(({ status }) => status)).toEqual(['running', 'waiting', 'waiting'])
  }, patience)
  await first.close()
  const second = await startSecond()
  expect((await second.chat.get(id)).run).toEqual({ kind: 'interrupted', toolUseIds: ['t1'] })
  allowAll(second)
  await second.chat.resume({ id, skip: ['t1', 't3'] })
  expect(callsIn(await ended(second, id)).map(({ status }) => status)).toEqual(['skipped', 'succeeded', 'skipped'])
  const results = JSON.stringify(api.seen[1]?.body.messages.at(-1))
  expect(results).toContain('The person skipped this call: it is not made again.')
  expect(results).toContain('The person skipped this call. It was not made.')
})

test('[R23] a choice about a call that was not interrupted, or two choices about one call, are refused, and nothing continues', async () => {
  const { first, startSecond } = await twoEngines(
    { blocks: [use('t1', 'echo', { text: 'x' }), use('t2', 'echo', { text: 'x' })] },
    { blocks: [say('Done.')] },
  )
  const id = await startConversation(first, 'go')
  await until(first, id, ({ run }) => run.kind === 'waiting')
  await first.close()
  const second = await startSecond()
  await expect(second.chat.resume({ id, skip: ['t3'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(second.chat.resume({ id, runAgain: ['t3'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(second.chat.resume({ id, skip: ['t1'], runAgain: ['t1'] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect((await second.chat.get(id)).run.kind).toBe('interrupted')
})
