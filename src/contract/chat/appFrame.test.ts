import { describe, expect, test } from 'vitest'
import { appFrameQuery, appNetworkIn, isWebOrigin, webOrigins } from '#contract/chat/appFrame'

/** Parses a query string as every host does. */
function query(written: string) {
  const pairs = written
    .slice(1)
    .split('&')
    .map((pair) => pair.split('='))
  return {
    getAll: (name: string) => pairs.flatMap(([key, value = '']) => (key === name ? [decodeURIComponent(value)] : [])),
  }
}

describe("[R32] the URLs that a server's page may use", () => {
  test.each(['https://api.example.com', 'https://*.example.com', 'https://api.example.com:8443'])('%s', (origin) => {
    expect(isWebOrigin(origin)).toBe(true)
  })

  test.each([
    'http://api.example.com',
    'wss://api.example.com',
    'https://localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'https://2130706433',
    'https://0x7f.1',
    'https://router.local',
    'https://switchboard.internal',
    'https://*',
    'https://*.com',
    'https:',
    '*',
    "'self'",
    "'unsafe-eval'",
    'data:',
    'https://user@example.com',
    'https://example.com/path',
    'https://example.com; script-src *',
    'https://example.com https://other.com',
    'https://example.com\nset-cookie: a=b',
    'https://example.com, default-src *',
  ])('never %j: not a web origin, or one that would change the policy it is written into', (origin) => {
    expect(isWebOrigin(origin)).toBe(false)
  })

  test('invalid origins are left out, and no page can ask for hundreds', () => {
    expect(webOrigins(['https://A.example.com/', 7, null, 'data:', 'https://a.example.com'])).toEqual([
      'https://a.example.com',
    ])
    expect(webOrigins('https://a.example.com')).toEqual([])
    expect(webOrigins(Array.from({ length: 99 }, (_, index) => `https://a${index}.example.com`))).toHaveLength(20)
  })

  test('the document URL carries the origins, and they are checked again where the document is served', () => {
    const network = { connections: ['https://a.example.com'], resources: ['https://*.example.org'] }
    expect(appNetworkIn(query(appFrameQuery(network)))).toEqual(network)
    expect(appFrameQuery({ connections: [], resources: [] })).toBe('')
    expect(appNetworkIn(query("?connect=*&load='unsafe-eval'"))).toEqual({
      connections: [],
      resources: [],
    })
  })
})
