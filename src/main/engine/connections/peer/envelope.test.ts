import { describe, expect, it } from 'vitest'
import { dressParams } from '#engine/connections/peer/envelope'

const identity = { name: 'switchboard', version: '1' }
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { sampling: {} },
  'io.modelcontextprotocol/clientInfo': { name: 'other', version: '2' },
}

describe('dressParams', () => {
  it('returns legacy params as the same object, so the common case costs nothing', () => {
    const params = { name: 'echo', _meta: { vendor: 1 } }
    expect(dressParams(params, 'legacy', identity, {}, 5)).toBe(params)
  })

  it('removes the modern envelope for a legacy server and leaves vendor keys alone', () => {
    const params = { name: 'echo', _meta: { ...envelope, vendor: 1 } }
    expect(dressParams(params, 'legacy', identity, {}, 5)).toEqual({ name: 'echo', _meta: { vendor: 1 } })
  })

  it('adds to a legacy call the envelope that a modern server requires', () => {
    expect(dressParams({ name: 'echo' }, 'modern', identity, { elicitation: {} }, 5)).toEqual({
      name: 'echo',
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
        'io.modelcontextprotocol/clientInfo': identity,
      },
    })
  })

  it("keeps a modern caller's own capabilities, or the server would ask for what the client cannot do", () => {
    expect(dressParams({ _meta: envelope }, 'modern', identity, {}, 5)).toEqual({ _meta: envelope })
  })

  it("[R16] sends the caller's log level to a modern server, which logs nothing without it, and not to a legacy one", () => {
    const key = 'io.modelcontextprotocol/logLevel'
    const meta = (params: object) => (params as { _meta: Record<string, unknown> })._meta
    expect(meta(dressParams({ name: 'echo' }, 'modern', identity, {}, 5, 'warning'))[key]).toBe('warning')
    expect(meta(dressParams({ _meta: { [key]: 'debug' } }, 'modern', identity, {}, 5, 'warning'))[key]).toBe('debug')
    expect(meta(dressParams({ name: 'echo' }, 'modern', identity, {}, 5))).not.toHaveProperty(key)
    expect(dressParams({ name: 'echo' }, 'legacy', identity, {}, 5, 'warning')).toEqual({ name: 'echo' })
    expect(dressParams({ _meta: { ...envelope, [key]: 'debug' } }, 'legacy', identity, {}, 5)).toEqual({ _meta: {} })
  })

  it("replaces the caller's progress token with Switchboard's: two clients may have chosen the same token", () => {
    expect(dressParams({ _meta: { progressToken: 'theirs' } }, 'legacy', identity, {}, 5)).toEqual({
      _meta: { progressToken: 5 },
    })
  })
})
