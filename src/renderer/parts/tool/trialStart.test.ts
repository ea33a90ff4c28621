import { expect, test } from 'vitest'
import type { ToolSnapshot } from '#contract/tools/tool'
import { trialStartOf } from '#renderer/parts/tool/trialStart.ts'

const tool = (part: Partial<ToolSnapshot> = {}): ToolSnapshot => ({
  server: 'echo',
  name: 'now',
  publicName: 'now',
  title: null,
  description: '',
  own: null,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  enabled: true,
  quarantine: null,
  ...part,
})

test('a read-only tool of a trusted server without arguments runs at once', () => {
  expect(trialStartOf(tool(), true)).toBe('run')
  const schema = { $schema: 'x', type: 'object', properties: {}, required: [], additionalProperties: false }
  expect(trialStartOf(tool({ inputSchema: schema }), true)).toBe('run')
})

test.each<[string, Partial<ToolSnapshot>, boolean]>([
  ['of a server that is not trusted to say that it is read-only', {}, false],
  ['that may change something', { annotations: { readOnlyHint: false } }, true],
  ['that says nothing about itself', { annotations: undefined }, true],
  ['that says it in another way', { annotations: { readOnlyHint: 'true' } }, true],
  ['with an argument', { inputSchema: { type: 'object', properties: { path: {} } } }, true],
  ['that requires an argument that it does not describe', { inputSchema: { type: 'object', required: ['a'] } }, true],
  ['with any arguments', { inputSchema: { type: 'object', additionalProperties: true } }, true],
  ['with a choice of arguments', { inputSchema: { type: 'object', anyOf: [] } }, true],
  ['without a readable schema', { inputSchema: null }, true],
  ['that is off', { enabled: false }, true],
  ['that is quarantined', { quarantine: 'odd' }, true],
])('a tool %s waits for Run', (_what, part, isTrusted) => {
  expect(trialStartOf(tool(part), isTrusted)).toBe('fields')
})
