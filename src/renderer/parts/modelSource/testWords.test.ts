import { expect, test } from 'vitest'
import type { FailedModelTest } from '#contract/chat/model'
import { testWords } from '#renderer/parts/modelSource/testWords.ts'

const failed: FailedModelTest = { kind: 'failed', why: 'key', ms: 420, status: 401, said: 'invalid x-api-key' }

test.each([
  [{ kind: 'answered', ms: 420, models: 12 }, 'Answered in 420 ms; 12 models.', null],
  [{ kind: 'answered', ms: 1400, models: 1 }, 'Answered in 1.4 s; 1 model.', null],
  [failed, 'The endpoint refused the key (401).', 'Check the key, and whether the endpoint needs a header.'],
] as const)('%j reads "%s"', (result, title, advice) => {
  expect(testWords(result)).toEqual({ title, advice })
})

test('an endpoint that does not list its models needs a default model, and the words say where', () => {
  const { title, advice } = testWords({ kind: 'answered', ms: 10, models: null })
  expect([title, advice]).toEqual([
    'Answered in 10 ms. It does not list its models.',
    'Enter a default model under Settings, Model.',
  ])
})

test('a timeout says how long it waited, and a failure without a response names no status', () => {
  const silent = { ...failed, why: 'timedOut', ms: 15_000, status: null } as const
  expect(testWords(silent).title).toBe('The endpoint did not answer in time: no answer within 15 s.')
  expect(testWords({ ...silent, why: 'notResolved' }).title).toBe('The host name was not found (DNS).')
})
