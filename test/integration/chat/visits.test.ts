/** In a chat, a server of 2025-11-25 wants the person to visit a page before its tool is called again. */
import { expect, test } from 'vitest'
import type { Answer, Question } from '#contract/question'
import type { ToolCallBlock } from '#contract/chat/chat'
import { ended, startConversation } from '#test/support/chatRuns'
import { say, startMessagesApi, use } from '#test/support/messagesApi'
import { startTestEngine, testServer } from '#test/support/testEngine'

/** Runs one turn that calls the tool. `answerTo` is the person's answer about the page. */
async function turnWith(answerTo: Answer) {
  const api = await startMessagesApi((_seen, number) => ({
    blocks: number === 0 ? [use('t1', 'visit', {})] : [say('Done.')],
  }))
  const engine = await startTestEngine({ asking: { launch: testServer('asking') } }, { environment: api.environment })
  const asked: Question[] = []
  const watching = new AbortController()
  const answering = (async () => {
    for await (const batch of engine.questions.attend(watching.signal))
      for (const news of batch)
        for (const question of news.type === 'open' ? news.questions : news.type === 'asked' ? [news.question] : []) {
          const isApproval = question.body.kind === 'approval'
          if (!isApproval) asked.push(question)
          engine.questions.answer(
            question.id,
            isApproval ? { kind: 'allow', remember: 'once', pattern: null } : answerTo,
          )
        }
  })()
  const id = await startConversation(engine, 'go')
  const turn = (await ended(engine, id)).at(-1)
  watching.abort()
  await answering
  const calls = turn?.blocks.filter((block): block is ToolCallBlock => block.kind === 'toolCall') ?? []
  return { asked, calls, id }
}

const page = { kind: 'link', server: 'asking', url: 'https://example.org/connect', message: 'Sign in.' }

// Catches a protocol error that reaches the model although the person only has to sign in.
test('[R16] the person is asked to open the page, and the same call continues afterwards', async () => {
  const { asked, calls, id } = await turnWith({ kind: 'submit', content: null })
  expect(asked).toMatchObject([{ body: page, conversationId: id }])
  expect(calls).toMatchObject([{ status: 'succeeded', result: { content: [{ text: 'visited' }] } }])
})

test('a person who declines is not asked again, and the model is told that the page was not visited', async () => {
  const { asked, calls } = await turnWith({ kind: 'decline' })
  expect(asked).toHaveLength(1)
  expect(calls).toMatchObject([{ status: 'denied', error: expect.stringContaining('page') as string }])
})
