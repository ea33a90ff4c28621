import { expect, test } from 'vitest'
import type { Question, QuestionNews } from '#contract/question'
import { type Notice, noticeOf, noticeQuestions } from '#main/electron/questionNotices'

function question(id: string, name = 'write'): Question {
  const tool = { publicName: name, server: 'files', name, title: null, description: '', trusted: false }
  return {
    id,
    askedAt: 0,
    expiresAt: null,
    conversationId: null,
    projectId: null,
    caller: { kind: 'client', name: 'Cursor' },
    body: {
      kind: 'approval',
      tool: { ...tool, inputSchema: null, annotations: null },
      arguments: { path: '/home/ada/diary' },
      reason: 'all',
      change: null,
    },
  }
}

/** The notifications on screen after these events, and the question that a click on the first one opens. */
async function screen(batches: readonly QuestionNews[][], seen: () => boolean = () => false) {
  const shown = new Map<Notice, () => void>()
  let finish: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (finish = resolve))
  const looked: string[] = []
  async function* news() {
    yield* batches
    await ended
  }
  const done = noticeQuestions({
    news: news(),
    show: (notice, onClick) => {
      shown.set(notice, onClick)
      return { close: () => void shown.delete(notice) }
    },
    isSeen: seen,
    look: (id) => looked.push(id),
  })
  await new Promise((resolve) => setImmediate(resolve))
  const end = async () => {
    finish()
    await done
  }
  return { shown, looked, end }
}

test("a notification names server and tool, and never the call's arguments", () => {
  expect(noticeOf(question('1').body)).toEqual({ title: 'A call is waiting for you', body: 'write of files' })
})

test("a tool's name cannot become markup, more lines, or a page of text", () => {
  const { body } = noticeOf(question('1', `<b>a\n\u202e&${'x'.repeat(500)}`).body)
  expect(body).toMatch(/^b a x+… of files$/)
  expect(body.length).toBeLessThan(80)
})

test('a person who looks at the window is not told twice', async () => {
  const { shown, end } = await screen([[{ type: 'asked', question: question('1') }]], () => true)
  expect(shown.size).toBe(0)
  await end()
})

test('a notification leaves the screen when its question is settled elsewhere, and when the app quits', async () => {
  const asked = (['1', '2'] as const).map((id): QuestionNews => ({ type: 'asked', question: question(id) }))
  const { shown, end } = await screen([asked, [{ type: 'settled', id: '1' }]])
  expect(shown.size).toBe(1)
  await end()
  expect(shown.size).toBe(0)
})

test('a flood of questions does not cover the screen; a click leads to the question', async () => {
  const flood = Array.from({ length: 50 }, (_, index): QuestionNews => ({
    type: 'asked',
    question: question(`${index}`),
  }))
  const { shown, looked, end } = await screen([flood])
  expect(shown.size).toBe(3)
  for (const click of [...shown.values()].slice(0, 1)) click()
  expect([looked, shown.size]).toEqual([['0'], 2])
  await end()
})
