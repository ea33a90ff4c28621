/** A conversation's tools have the same caller in every turn, until the conversation is removed. */
import { expect, test, vi } from 'vitest'
import type { Message } from '#contract/chat/chat'
import type { Question } from '#contract/question'
import type { Engine } from '#engine/createEngine'
import { allowAll, ended, startConversation } from '#test/support/chatRuns'
import { isRunning } from '#test/support/processList'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { patience } from '#test/support/patience'

async function practiceEngine(servers: Parameters<typeof startTestEngine>[0]): Promise<Engine> {
  const ports = testPorts(await temporaryFolder())
  return startTestEngine(servers, { ...ports, environment: { PATH: process.env['PATH'] } })
}

function pidsIn(messages: readonly Message[]): number[] {
  const texts = messages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'toolCall' ? [block] : [])))
  return texts.map((block) => Number(/"text":\s*"(\d+)"/.exec(JSON.stringify(block))?.[1]))
}

test('a server with a session per caller keeps one process for a conversation across turns, and ends it when the conversation is removed', async () => {
  const engine = await practiceEngine({ one: { launch: testServer('echo'), sessions: 'dedicated' } })
  allowAll(engine)
  const id = await startConversation(engine, 'use pid')
  await ended(engine, id)
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'use pid' }] })
  const [first = 0, second] = pidsIn(await ended(engine, id))
  expect(first).toBeGreaterThan(0)
  expect(second).toBe(first)
  await engine.chat.remove(id)
  await vi.waitFor(() => expect(isRunning(first)).toBe(false), { timeout: 20_000 })
})

test('decisions for a conversation are removed with the conversation, and a conversation that waits for a person counts as in use', async () => {
  const engine = await practiceEngine({ one: { launch: testServer('echo') } })
  const watching = new AbortController()
  const asked = (async (): Promise<Question> => {
    for await (const batch of engine.questions.attend(watching.signal))
      for (const news of batch) if (news.type === 'asked') return news.question
    throw new Error('no question was asked')
  })()
  expect(engine.chat.running).toBe(0)
  const id = await startConversation(engine, 'use pid')
  const question = await asked
  expect(engine.chat.running).toBe(1)
  engine.questions.answer(question.id, { kind: 'allow', remember: 'conversation', pattern: null })
  await ended(engine, id)
  watching.abort()
  await vi.waitFor(() => expect(engine.chat.running).toBe(0), patience)
  expect(engine.decisions.list()).toMatchObject([{ scope: 'conversation', conversationId: id }])
  await engine.chat.remove(id)
  expect(engine.decisions.list()).toEqual([])
})
