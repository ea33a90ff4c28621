import { expect, test } from 'vitest'
import { mostCost, promptTokens, readSampling } from '#renderer/parts/question/sampling/samplingRequest.ts'

const request = {
  systemPrompt: 'Be brief.',
  messages: [
    { role: 'user', content: { type: 'text', text: 'Say hello.' } },
    { role: 'assistant', content: [{ type: 'image', mimeType: 'image/png', data: '' }] },
  ],
  maxTokens: 1_000_000,
  modelPreferences: { hints: [{ name: 'sonnet' }, {}] },
}

test('a person sees all that would be sent to the model, and no more tokens than the engine takes', () => {
  expect(readSampling(request)).toEqual({
    system: 'Be brief.',
    messages: [
      { role: 'Server', text: 'Say hello.' },
      { role: 'Model', text: '[image, image/png]' },
    ],
    maxTokens: 16_000,
    wished: ['sonnet'],
  })
})

test('what cannot be read breaks nothing', () => {
  expect(readSampling({ messages: [null, { content: 1 }], maxTokens: -1 })).toMatchObject({
    maxTokens: 1024,
    messages: [{ text: '[undefined]' }, { text: '[undefined]' }],
  })
})

test('the most that it can cost is reckoned of what goes in and of the longest answer', () => {
  const read = readSampling({ ...request, systemPrompt: 'x'.repeat(4000), messages: [], maxTokens: 1000 })
  expect([promptTokens(read), mostCost(read, { input: 3, output: 15 })]).toEqual([1000, 0.018])
})
