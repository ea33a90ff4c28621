import { expect, test } from 'vitest'
import { afterNews, noQuestions } from '#renderer/model/questions/questionsState.ts'
import { aQuestion } from '#renderer/model/questions/samples.ts'

const [one, two] = [aQuestion('one'), aQuestion('two')]
const none: ReadonlySet<string> = new Set()
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test('after the wire comes back, questions that were settled meanwhile are shown as gone, and new ones appear once', () => {
  const before = afterNews(noQuestions, [{ type: 'open', questions: [one] }], none)
  const after = afterNews(
    before,
    [
      { type: 'open', questions: [two] },
      { type: 'asked', question: two },
    ],
    none,
  )
  expect([ids(after.open), ids(after.gone)]).toEqual([['two'], ['one']])
})

test('questions answered here disappear silently; those answered elsewhere say so', () => {
  const open = afterNews(noQuestions, [{ type: 'open', questions: [one, two] }], none)
  const after = afterNews(
    open,
    [
      { type: 'settled', id: 'one' },
      { type: 'settled', id: 'two' },
      { type: 'settled', id: 'never heard of' },
    ],
    new Set(['one']),
  )
  expect([ids(after.open), ids(after.gone)]).toEqual([[], ['two']])
})
