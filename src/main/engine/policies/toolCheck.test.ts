import { describe, expect, it } from 'vitest'
import { checkTool } from '#engine/policies/toolCheck'

describe('checkTool', () => {
  it('returns a good definition as the same object, including vendor keys', () => {
    const raw = { name: 'x', inputSchema: { type: 'object', $defs: {} }, 'x-vendor': 1, annotations: { customHint: 2 } }
    expect(checkTool(raw)).toEqual({ ok: true, tool: raw })
    expect((checkTool(raw) as { tool: unknown }).tool).toBe(raw)
  })

  it.each([
    [null, '(no name)', /the definition/],
    [{ inputSchema: { type: 'object' } }, '(no name)', /^name:/],
    [{ name: 'x' }, 'x', /^inputSchema:/],
    [{ name: 'x', inputSchema: { type: 'string' } }, 'x', /^inputSchema\.type:/],
    [{ name: 'x', inputSchema: {} }, 'x', /^inputSchema\.type:/],
    [{ name: 'x', inputSchema: { type: 'object' }, description: 5 }, 'x', /^description:/],
    [{ name: 'x', inputSchema: { type: 'object' }, outputSchema: { type: 'array' } }, 'x', /^outputSchema\.type:/],
    [
      { name: 'x', inputSchema: { type: 'object' }, annotations: { readOnlyHint: 'yes' } },
      'x',
      /^annotations\.readOnlyHint:/,
    ],
  ])(
    'quarantines %j and reports where the error is: otherwise clients would drop the whole list',
    (raw, name, reason) => {
      const check = checkTool(raw)
      expect(check).toMatchObject({ ok: false, name })
      expect((check as { reason: string }).reason).toMatch(reason)
    },
  )
})
