import { describe, expect, it } from 'vitest'
import { readParameterHeaders } from '#engine/policies/parameterHeaders'
import { checkTool } from '#engine/policies/toolCheck'

const text = (name: unknown) => ({ type: 'string', 'x-mcp-header': name })
const read = (properties: unknown, more = {}) => readParameterHeaders({ type: 'object', properties, ...more })

describe('parameters that are repeated in headers', () => {
  it('are those with the annotation, at any depth', () => {
    const inner = { type: 'object', properties: { deep: { type: 'integer', 'x-mcp-header': 'Deep' } } }
    expect(
      read({ a: text('A'), b: { type: 'string' }, inner, flag: { type: 'boolean', 'x-mcp-header': 'F-1' } }),
    ).toEqual({
      declared: [
        { name: 'A', path: ['a'] },
        { name: 'Deep', path: ['inner', 'deep'] },
        { name: 'F-1', path: ['flag'] },
      ],
      fault: null,
    })
  })

  it("are not read from values, nor from a parameter that has the annotation's name", () => {
    const properties = { 'x-mcp-header': { type: 'string', default: { 'x-mcp-header': 'A b' } } }
    expect(read(properties, { examples: [{ 'x-mcp-header': '' }] })).toEqual({ declared: [], fault: null })
    expect(readParameterHeaders(null)).toEqual({ declared: [], fault: null })
  })

  it.each([
    [read({ a: text('') }), 'x-mcp-header at a: "" is not a header name'],
    [read({ a: text(5) }), 'x-mcp-header at a: 5 is not a header name'],
    [read({ a: text('A b') }), 'x-mcp-header at a: "A b" is not a header name'],
    [read({ a: text('A\r\nB: c') }), 'x-mcp-header at a: "A\\r\\nB: c" is not a header name'],
    [
      read({ a: { type: 'number', 'x-mcp-header': 'A' } }),
      'x-mcp-header at a: only a string, an integer or a boolean can be sent in a header',
    ],
    [
      read({ a: { 'x-mcp-header': 'A' } }),
      'x-mcp-header at a: only a string, an integer or a boolean can be sent in a header',
    ],
    [read({ a: text('A'), b: text('a') }), 'x-mcp-header at b: the header a is used twice'],
    [read({}, { 'x-mcp-header': 'A' }), 'x-mcp-header at the schema itself: only allowed on a property'],
    [read({ a: { type: 'array', items: text('A') } }), 'x-mcp-header at a.items: only allowed on a property'],
    [read({}, { anyOf: [{ properties: { a: text('A') } }] }), 'x-mcp-header at anyOf.a: only allowed on a property'],
    [read({}, { $defs: { x: text('A') } }), 'x-mcp-header at $defs: only allowed on a property'],
  ])('%# are reported if they break a rule', ({ fault }, expected) => {
    expect(fault).toBe(expected)
  })

  it('quarantine their tool if they break a rule: clients must not use it, and may drop the whole list', () => {
    expect(checkTool({ name: 'x', inputSchema: { type: 'object', properties: { a: text('A b') } } })).toMatchObject({
      ok: false,
      reason: 'inputSchema: x-mcp-header at a: "A b" is not a header name',
    })
  })
})
