import { expect, test } from 'vitest'
import { eraOf, negotiate } from '#engine/gateway/request/protocolVersions'

const modernMeta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
const futureMeta = { _meta: { 'io.modelcontextprotocol/protocolVersion': 'v999' } }

/**
 * Catches a modern request without `_meta` that is answered with "initialize first", and a legacy request that is
 * refused because it has no `_meta`.
 */
test.each<[string, string | undefined, unknown, string]>([
  ['initialize from a legacy client', undefined, { method: 'initialize', params: { capabilities: {} } }, 'legacy'],
  ['a legacy request in a session', '2025-11-25', { method: 'tools/list', params: {} }, 'legacy'],
  ['a legacy request without the header, as before 2025-06-18', undefined, { method: 'tools/list' }, 'legacy'],
  ['a batch', '2025-03-26', [{ method: 'ping' }], 'legacy'],
  ['a legacy request with _meta of its own', '2025-11-25', { params: { _meta: { progressToken: 1 } } }, 'legacy'],
  ['a modern request', '2026-07-28', { params: modernMeta }, 'modern'],
  ['a modern request that forgot the header', undefined, { params: modernMeta }, 'modern'],
  ['a modern request that forgot _meta', '2026-07-28', { method: 'tools/list' }, 'modern'],
  ['a modern request under a legacy header', '2025-11-25', { params: modernMeta }, 'modern'],
  ['a removed method in a modern request', '2026-07-28', { method: 'initialize', params: modernMeta }, 'modern'],
  ['a version that does not exist yet, in _meta', 'v999', { params: futureMeta }, 'modern'],
  ['a later revision in the header', '2027-01-01', { params: {} }, 'modern'],
  ['an unknown word in the header', 'latest', { method: 'tools/list' }, 'legacy'],
  ['params that are not an object', undefined, { params: 'x' }, 'legacy'],
  ['_meta that is not an object', undefined, { params: { _meta: [] } }, 'legacy'],
])('era: %s', (_title, header, message, expected) => {
  expect(eraOf(header, message)).toBe(expected)
})

test.each([
  ['2024-11-05', '2024-11-05'],
  ['2025-03-26', '2025-03-26'],
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  ['2026-07-28', '2025-11-25'],
  ['1.0', '2025-11-25'],
])('initialize with %s is answered with %s', (requested, answered) => {
  expect(negotiate(requested)).toBe(answered)
})
