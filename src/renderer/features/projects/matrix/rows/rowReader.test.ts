import { expect, test } from 'vitest'
import { createRowReader } from '#renderer/features/projects/matrix/rows/rowReader.ts'

function start() {
  const asked: { readonly what: string; readonly answer: () => Promise<void> }[] = []
  const put: string[] = []
  const ask = (what: string) =>
    new Promise<() => void>((resolve) => {
      const answer = async () => {
        resolve(() => put.push(what))
        // Waits until the reader has taken the answer.
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
      }
      asked.push({ what, answer })
    })
  const reader = createRowReader({ readRow: ask, readAll: () => ask('all') })
  return { reader, put, questions: () => asked.map(({ what }) => what), answer: (at: number) => asked[at]?.answer() }
}

test('a row that becomes stale while it is read is read once more, however often it became stale', async () => {
  const { reader, put, questions, answer } = start()
  reader.markStale(['git'])
  reader.markStale(['git'])
  reader.markStale(['git', 'files'])
  expect(questions()).toEqual(['git', 'files'])
  await answer(0)
  expect(questions()).toEqual(['git', 'files', 'git'])
  await answer(2)
  expect(questions()).toHaveLength(3)
  expect(put).toEqual(['git', 'git'])
})

test('an answer from before a change that arrives after it does not undo the change on the page', async () => {
  const { reader, put, questions, answer } = start()
  reader.markStale(['git'])
  const release = reader.hold()
  await answer(0)
  expect(put).toEqual([])
  reader.markStale(['git', 'files'])
  expect(questions()).toEqual(['git'])
  release()
  expect(questions()).toEqual(['git', 'git', 'files'])
  await answer(1)
  expect(put).toEqual(['git'])
})

test('many stale rows are one request, not a hundred', () => {
  const { reader, questions } = start()
  reader.markStale(Array.from({ length: 100 }, (_, index) => `server-${index}`))
  expect(questions()).toEqual(['all'])
})
