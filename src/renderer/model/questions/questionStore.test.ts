import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors'
import type { QuestionNews } from '#contract/question'
import { createQuestionStore } from '#renderer/model/questions/questionStore.ts'
import { aQuestion } from '#renderer/model/questions/samples.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An engine whose streams the test feeds and ends. */
function scripted() {
  const streams: { push(news: QuestionNews[]): void; end(): void }[] = []
  const answers: unknown[] = []
  const attend = (_input: unknown, { signal }: { signal: AbortSignal }) => {
    const stream = new ReadableStream<QuestionNews[]>({
      start(controller) {
        streams.push({ push: (news) => controller.enqueue(news), end: () => controller.close() })
        signal.addEventListener('abort', () => controller.error(signal.reason), { once: true })
      },
    })
    return Promise.resolve(stream)
  }
  const answer = (given: unknown) => {
    answers.push(given)
    return Promise.reject(new AppError('NOT_FOUND', 'gone'))
  }
  const store = createQuestionStore({ attend, answer } as unknown as Parameters<typeof createQuestionStore>[0])
  return { store, streams, answers }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('a stream that ended is read again, so that the engine knows that a person is still present', async () => {
  const { store, streams } = scripted()
  const leave = store.subscribe(() => undefined)
  await settle()
  streams[0]?.push([{ type: 'open', questions: [aQuestion('one')] }])
  await settle()
  streams[0]?.end()
  await vi.advanceTimersByTimeAsync(600)
  streams[1]?.push([{ type: 'open', questions: [aQuestion('two')] }])
  await settle()
  expect(store.state().open.map(({ id }) => id)).toEqual(['two'])
  leave()
  await vi.advanceTimersByTimeAsync(2000)
  expect(streams).toHaveLength(2)
})

test('a question that was answered elsewhere first says so for a moment and disappears; this is not a failure', async () => {
  const { store, streams, answers } = scripted()
  store.subscribe(() => undefined)
  const asked: string[] = []
  store.onAsked((questions) => asked.push(...questions.map(({ id }) => id)))
  await settle()
  streams[0]?.push([{ type: 'open', questions: [] }])
  streams[0]?.push([{ type: 'asked', question: aQuestion('one') }])
  await settle()
  expect(asked).toEqual(['one'])
  await store.answer('one', { kind: 'deny' })
  expect(answers).toEqual([{ id: 'one', answer: { kind: 'deny' } }])
  expect(store.state()).toMatchObject({ open: [], gone: [{ id: 'one' }] })
  await vi.advanceTimersByTimeAsync(5000)
  expect(store.state().gone).toEqual([])
})

test('text typed into a card that is scrolled away is kept, and is dropped with its question', async () => {
  const { store, streams } = scripted()
  store.subscribe(() => undefined)
  await settle()
  streams[0]?.push([{ type: 'open', questions: [aQuestion('one')] }])
  await settle()
  store.typed('one').set('arguments', '{}')
  expect(store.typed('one').get('arguments')).toBe('{}')
  streams[0]?.push([{ type: 'settled', id: 'one' }])
  await settle()
  expect(store.typed('one').size).toBe(0)
})
