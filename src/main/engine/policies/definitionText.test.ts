import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isStill, printOf } from '#engine/policies/definitionText'
import type { ToolDefinition } from '#engine/policies/toolCheck'

const base: ToolDefinition = {
  name: 'write',
  title: 'Write',
  description: 'Writes a file',
  inputSchema: { type: 'object', properties: { path: { type: 'string', description: 'where' } } },
  outputSchema: { type: 'object', properties: { written: { type: 'number', description: 'bytes' } } },
  annotations: { destructiveHint: true },
  icons: [{ src: 'https://a.test/icon.png' }],
  execution: { taskSupport: 'optional' },
  _meta: { ui: { resourceUri: 'ui://form' }, countedAt: 1 },
  'x-vendor': { words: 'read by a model' },
}

describe('the fingerprint of a definition', () => {
  it.each<[string, Partial<ToolDefinition>]>([
    ['its name', { name: 'read' }],
    ['its title', { title: 'Read' }],
    ['its description', { description: 'Writes a file and mails it' }],
    ['a word in its input schema', { inputSchema: { type: 'object', properties: { path: { description: 'mail' } } } }],
    [
      'a word in its output schema',
      { outputSchema: { type: 'object', properties: { written: { description: 'mail' } } } },
    ],
    ['no output schema', { outputSchema: undefined }],
    ['an annotation', { annotations: { readOnlyHint: true } }],
    ['an icon', { icons: [{ src: 'https://a.test/other.png' }] }],
    ['how it is run', { execution: { taskSupport: 'required' } }],
    ['its page', { _meta: { ui: { resourceUri: 'ui://other' }, countedAt: 1 } }],
    ['what no standard knows', { 'x-vendor': { words: 'other' } }],
  ])('is another one with %s', (_what, change) => {
    expect(isStill(printOf(base), printOf({ ...base, ...change }))).toBe(false)
  })

  it('is the same in another order of keys, and with other notes beside what is shown', () => {
    const reordered = Object.fromEntries(Object.entries(base).toReversed()) as unknown as ToolDefinition
    expect(printOf(reordered)).toEqual(printOf(base))
    expect(printOf({ ...base, _meta: { ...base._meta, countedAt: 2 } }).fingerprint).toBe(printOf(base).fingerprint)
  })

  it('one that was taken before is known again, and no fingerprint of one way is one of the other', () => {
    const text = JSON.stringify(
      {
        annotations: { destructiveHint: true },
        description: 'Writes a file',
        inputSchema: { properties: { path: { description: 'where', type: 'string' } }, type: 'object' },
        name: 'write',
        title: 'Write',
      },
      null,
      2,
    )
    const former = createHash('sha256').update(text).digest('base64url')
    expect(isStill({ fingerprint: former }, printOf(base))).toBe(true)
    const bare: ToolDefinition = { name: 'x', inputSchema: { type: 'object' } }
    expect(printOf(bare).fingerprint).not.toContain(printOf(bare).former + '.')
    expect(printOf(bare).fingerprint).not.toBe(printOf(bare).former)
  })
})
