import { expect, test } from 'vitest'
import { maxCost, promptTokens, readSampling } from '#renderer/parts/question/sampling/samplingRequest.ts'

const request = {
  systemPrompt: 'Be brief.',
  messages: [
    { role: 'user', content: { type: 'text', text: 'Say hello.' } },
    { role: 'assistant', content: [{ type: 'image', mimeType: 'image/png', data: '' }] },
  ],
  maxTokens: 1_000_000,
  modelPreferences: { hints: [{ name: 'sonnet' }, {}] },
}

test('a person sees everything that would be sent to the model, and at most the tokens that the engine allows', () => {
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

test('unreadable parts break nothing', () => {
  expect(readSampling({ messages: [null, { content: 1 }], maxTokens: -1 })).toMatchObject({
    maxTokens: 1024,
    messages: [{ text: '[undefined]' }, { text: '[undefined]' }],
  })
})

test('the highest cost counts the prompt and the longest response', () => {
  const read = readSampling({ ...request, systemPrompt: 'x'.repeat(4000), messages: [], maxTokens: 1000 })
  expect([promptTokens(read), maxCost(read, { input: 3, output: 15 })]).toEqual([1000, 0.018])
})
