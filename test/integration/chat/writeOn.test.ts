/** An engine is closed in the middle of a turn. The person then sends a new message instead of continuing that turn. */
import { expect, test, vi } from 'vitest'
import type { Message } from '#contract/chat/chat'
import { allowAll, ended, startConversation } from '#test/support/chatRuns'
import { inOrder, type Reply, say, startMessagesApi, use } from '#test/support/messagesApi'
import { patience } from '#test/support/patience'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'

async function twoEngines(...replies: readonly Reply[]) {
  const api = await startMessagesApi(inOrder(...replies))
  const ports = { ...testPorts(await temporaryFolder()), environment: api.environment }
  const first = await startTestEngine({ echo: { launch: testServer('echo') } }, ports)
  return { api, first, startSecond: () => startTestEngine({}, ports) }
}

const summaries = (messages: readonly Message[]) =>
  messages.map(({ role, status, blocks }) => [
    role,
    status,
    ...blocks.map((block) => (block.kind === 'toolCall' ? block.status : block.kind)),
  ])

test('[R23] a new message ends the interrupted calls: none is made, and the model is told of each', async () => {
  const { api, first, startSecond } = await twoEngines(
    { blocks: [say('I try.'), use('t1', 'slow', { ms: 60_000 }), use('t2', 'echo', { text: 'x' })] },
    { blocks: [say('As you wish.')] },
  )
  allowAll(first, 'slow')
  const id = await startConversation(first, 'go')
  await vi.waitFor(async () => {
    const [, turn] = summaries((await first.chat.messages(id, undefined, 10)).messages)
    expect(turn).toEqual(['assistant', 'writing', 'text', 'running', 'waiting'])
  }, patience)
  await first.close()
  const second = await startSecond()
  allowAll(second)
  const left = { kind: 'interrupted', toolUseIds: ['t1'] }
  const gone = second.chat.send({ id, parts: [{ kind: 'attachment', attachmentId: 'gone' }] })
  await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await second.chat.get(id)).run).toEqual(left)

  await second.chat.send({ id, parts: [{ kind: 'text', text: 'something else' }] })
  expect(summaries(await ended(second, id))).toEqual([
    ['user', 'complete', 'text'],
    ['assistant', 'interrupted', 'text', 'interrupted', 'cancelled'],
    ['user', 'complete', 'text'],
    ['assistant', 'complete', 'text'],
  ])
  const [, answer, told, ...more] = api.seen[1]?.body.messages ?? []
  expect(answer?.content).toMatchObject([say('I try.'), { type: 'tool_use' }, { type: 'tool_use' }])
  expect(told?.content).toMatchObject([
    {
      tool_use_id: 't1',
      is_error: true,
      content: [{ text: expect.stringContaining('The outcome of this call is unknown') }],
    },
    { tool_use_id: 't2', is_error: true, content: [say('The call was not made.')] },
    say('something else'),
  ])
  expect(more).toEqual([])
})
