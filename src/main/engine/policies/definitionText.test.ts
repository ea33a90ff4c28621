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
    ['its execution settings', { execution: { taskSupport: 'required' } }],
    ['its page', { _meta: { ui: { resourceUri: 'ui://other' }, countedAt: 1 } }],
    ['a field outside the standard', { 'x-vendor': { words: 'other' } }],
  ])('changes with %s', (_what, change) => {
    expect(isStill(printOf(base), printOf({ ...base, ...change }))).toBe(false)
  })

  it('does not change with the order of keys, or with _meta fields that are not about pages', () => {
    const reordered = Object.fromEntries(Object.entries(base).toReversed()) as unknown as ToolDefinition
    expect(printOf(reordered)).toEqual(printOf(base))
    expect(printOf({ ...base, _meta: { ...base._meta, countedAt: 2 } }).fingerprint).toBe(printOf(base).fingerprint)
  })

  it('is recognised in its former version, and fingerprints of different versions never match each other', () => {
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
