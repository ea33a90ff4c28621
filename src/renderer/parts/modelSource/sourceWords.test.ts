import { expect, test } from 'vitest'
import type { ModelList, ModelSnapshot, ModelSourceSnapshot } from '#contract/chat/model'
import { chosenModelTitle, modelDetail, sourceTitle } from '#renderer/parts/modelSource/sourceWords.ts'

const source: ModelSourceSnapshot = {
  kind: 'anthropic',
  automatic: true,
  baseUrl: 'https://api.anthropic.com',
  headerNames: [],
  allowPlain: false,
  keyFrom: 'environment',
  problem: null,
}
const model: ModelSnapshot = {
  id: 'm-1',
  name: 'Model One',
  window: 200_000,
  maxOutput: null,
  lifecycle: 'active',
  price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, asOf: '2026-11-01' },
}
const list: ModelList = { source, models: [model], defaultModel: 'm-1', chosenDefault: null, problem: null }

test('[R32] the price and context window of a model fit one line, and unknown values are left out', () => {
  expect(modelDetail(model)).toBe('200k tokens · $3 in, $15 out per million')
  expect(modelDetail({ ...model, window: null, price: null, lifecycle: 'deprecated' })).toBe('deprecated')
})

test('[R32] the practice model is named as such, whatever model a conversation chose before', () => {
  const practice: ModelList = { ...list, source: { ...source, kind: 'practice' } }
  expect(chosenModelTitle(practice, 'm-1')).toBe('Practice model')
  expect([chosenModelTitle(list, null), chosenModelTitle(list, 'gone')]).toEqual(['Model One', 'gone'])
  expect(chosenModelTitle({ ...list, defaultModel: null }, null)).toBe('No model')
  expect(sourceTitle({ ...source, kind: 'custom', baseUrl: 'http://localhost:11434/v1' })).toBe('localhost:11434')
})
