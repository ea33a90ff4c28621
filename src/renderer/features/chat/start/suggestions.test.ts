import { expect, test } from 'vitest'
import type { ToolSnapshot } from '#contract/tool'
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
  inputSchema,
  annotations: null,
  enabled: true,
  quarantine: null,
  ...parts,
})
const native = [tool('native', 'display_recipe'), tool('native', 'list_servers')]
const texts = (tools: readonly ToolSnapshot[], practice = true) => suggestions(tools, practice).map((one) => one.text)

test('[R32] a newcomer without a server is offered tools that are there anyway', () => {
  expect(texts(native)).toEqual([
    expect.stringMatching(/^Use display_recipe with \{/),
    'Use list_servers',
    'Which tools do you have?',
  ])
  expect(texts(native, false).join()).not.toContain('{')
})

test('[R32] tools of servers come first, those that change nothing before others, and only with arguments one can guess', () => {
  const string = { properties: { text: { type: 'string' } }, required: ['text'] }
  const numbers = { properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] }
  const hard = { properties: { a: { type: 'object' } }, required: ['a'] }
  const tools = [
    tool('s', 'hard', hard, { annotations: { readOnlyHint: true } }),
    tool('s', 'off', {}, { enabled: false }),
    tool('s', 'echo', string),
    tool('s', 'add', numbers, { annotations: { readOnlyHint: true } }),
  ]
  expect(texts(tools)).toEqual(['Use add with 2 and 3', 'Use echo with "hello"', 'Which tools do you have?'])
})

test.each([[null], [7], [{ required: 3 }], [{ required: ['a'] }], [{ required: ['a'], properties: 'x' }]])(
  '[R32] the schema %j breaks nothing',
  (schema) => {
    expect(() => suggestions([tool('s', 'x', schema)], true)).not.toThrow()
  },
)
