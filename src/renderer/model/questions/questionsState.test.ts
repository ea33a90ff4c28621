import { expect, test } from 'vitest'
import { afterNews, noQuestions } from '#renderer/model/questions/questionsState.ts'
import { aQuestion } from '#renderer/model/questions/samples.ts'

const [one, two] = [aQuestion('one'), aQuestion('two')]
const nobody: ReadonlySet<string> = new Set()
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test('what was settled while the wire was away is said to be gone when it is back, and what came is there once', () => {
  const before = afterNews(noQuestions, [{ type: 'open', questions: [one] }], nobody)
  const after = afterNews(
    before,
    [
      { type: 'open', questions: [two] },
      { type: 'asked', question: two },
    ],
    nobody,
  )
  expect([ids(after.open), ids(after.gone)]).toEqual([['two'], ['one']])
})

test('what was answered here goes without a word; what others settled is said', () => {
  const open = afterNews(noQuestions, [{ type: 'open', questions: [one, two] }], nobody)
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
