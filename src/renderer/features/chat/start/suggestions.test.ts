import { expect, test } from 'vitest'
import type { ToolSnapshot } from '#contract/tools/tool'
import { suggestions } from '#renderer/features/chat/start/suggestions.ts'

const tool = (
  server: string,
  name: string,
  inputSchema: unknown = {},
  parts: Partial<ToolSnapshot> = {},
): ToolSnapshot => ({
  publicName: name,
  name,
  server,
  title: null,
  description: '',
  own: null,
  inputSchema,
  annotations: null,
  enabled: true,
  quarantine: null,
  ...parts,
})
const texts = (tools: readonly ToolSnapshot[], practice: boolean, native: boolean) =>
  suggestions(tools, { practice, native }).map((one) => one.text)

test('[R32] a newcomer without servers gets suggestions for the built-in tools', () => {
  expect(texts([], true, true)).toEqual([
    expect.stringMatching(/display_recipe: \{/),
    'Use switchboard_servers',
    'Which tools do you have?',
  ])
  expect(texts([], false, true).join()).not.toContain('{')
})

test('[R32] tools of servers come first, read-only ones before others, and only with arguments that can be guessed', () => {
  const string = { properties: { text: { type: 'string' } }, required: ['text'] }
  const numbers = { properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] }
  const hard = { properties: { a: { type: 'object' } }, required: ['a'] }
  const tools = [
    tool('s', 'hard', hard, { annotations: { readOnlyHint: true } }),
    tool('s', 'off', {}, { enabled: false }),
    tool('s', 'echo', string),
    tool('s', 'add', numbers, { annotations: { readOnlyHint: true } }),
  ]
  expect(texts(tools, true, false)).toEqual([
    'Use add with 2 and 3',
    'Use echo with "hello"',
    'Which tools do you have?',
  ])
})

test.each([[null], [7], [{ required: 3 }], [{ required: ['a'] }], [{ required: ['a'], properties: 'x' }]])(
  '[R32] the schema %j breaks nothing',
  (schema) => {
    expect(() => suggestions([tool('s', 'x', schema)], { practice: true, native: true })).not.toThrow()
  },
)
