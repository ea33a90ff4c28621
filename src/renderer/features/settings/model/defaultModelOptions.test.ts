import { expect, test } from 'vitest'
import type { ModelList, ModelSnapshot } from '#contract/chat/model'
import { defaultModelOptions } from '#renderer/features/settings/model/defaultModelOptions.ts'

const model = (id: string, lifecycle: ModelSnapshot['lifecycle'] = 'active'): ModelSnapshot => ({
  id,
  name: `Model ${id}`,
  window: null,
  maxOutput: null,
  lifecycle,
  price: null,
})
const list: ModelList = {
  source: {
    kind: 'custom',
    automatic: false,
    baseUrl: 'http://localhost:1',
    headerNames: [],
    allowPlain: false,
    keyFrom: null,
    problem: null,
  },
  models: [model('a'), model('b'), model('c', 'retired')],
  defaultModel: 'a',
  chosenDefault: null,
  problem: null,
}

test('the automatic default is named, and retired models cannot be chosen', () => {
  expect(defaultModelOptions(list)).toEqual([
    { value: '', title: 'Automatic: Model a' },
    { value: 'a', title: 'Model a' },
    { value: 'b', title: 'Model b' },
  ])
})

test('a chosen model that is no longer listed stays visible as the choice', () => {
  expect(defaultModelOptions({ ...list, defaultModel: 'gone', chosenDefault: 'gone' })?.at(-1)).toEqual({
    value: 'gone',
    title: 'gone (not listed)',
  })
})

test('without a list the name is typed', () => {
  expect(defaultModelOptions({ ...list, models: [] })).toBeNull()
})
