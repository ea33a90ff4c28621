import { describe, expect, it } from 'vitest'
import { proxyAuthorization, proxyFor } from '#engine/net/proxy'

const way = (url: string, environment: Record<string, string>) => proxyFor(new URL(url), environment)?.href ?? null

describe('the proxy for an address', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['https://a.test/mcp', {}, null],
    ['https://a.test/mcp', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['https://a.test/mcp', { HTTP_PROXY: 'http://p:1' }, null],
    ['http://a.test/mcp', { HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://q:1' }, 'http://p:1/'],
    ['https://a.test/mcp', { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:1' }, 'http://small:1/'],
    ['https://a.test/mcp', { ALL_PROXY: 'p:3128' }, 'http://p:3128/'],
    ['https://a.test/mcp', { HTTPS_PROXY: ' ' }, null],
    ['https://a.test/mcp', { HTTPS_PROXY: 'https://p:1' }, 'https://p:1/'],
  ])('for %s with %j is %j', (url, environment, proxy) => {
    expect(way(url, environment)).toBe(proxy)
  })

  it.each<[string, string, boolean]>([
    ['http://a.test', '*', true],
    ['http://a.test', 'b.test, a.test', true],
    ['http://x.a.test', 'a.test', true],
    ['http://x.a.test', '.a.test', true],
    ['http://x.a.test', '*.a.test', true],
    ['http://A.test', 'a.TEST', true],
    ['http://xa.test', 'a.test', false],
    ['http://a.test:8080', 'a.test:8080', true],
    ['http://a.test:8080', 'a.test:80', false],
    ['http://a.test', 'a.test:80', true],
    ['http://10.0.0.1', '10.0.0.1', true],
    ['http://110.0.0.1', '10.0.0.1', false],
    ['http://[fd00::1]', 'fd00::1', true],
    ['http://[fd00::1]:90', '[fd00::1]:90', true],
    ['http://a.test', '', false],
  ])('%s is exempt by NO_PROXY=%s: %j', (url, list, isExempt) => {
    expect(way(url, { ALL_PROXY: 'http://p:1', NO_PROXY: list })).toBe(isExempt ? null : 'http://p:1/')
  })

  it.each(['http://localhost:1', 'http://x.localhost', 'http://127.0.0.1', 'http://127.1.2.3', 'http://[::1]:3'])(
    '%s is this machine, which a proxy cannot reach',
    (url) => expect(way(url, { ALL_PROXY: 'http://p:1' })).toBeNull(),
  )

  it('an unusable proxy is refused with a message that does not contain the password', () => {
    expect(() => way('http://a.test', { ALL_PROXY: 'socks5://me:hidden@p:1' })).toThrow(
      'socks5:// proxies are not supported',
    )
    expect(() => way('http://a.test', { ALL_PROXY: 'http://' })).toThrow('not an address')
  })

  it('gets the decoded credentials', () => {
    expect(proxyAuthorization(new URL('http://me:a%40b@p'))).toBe(`Basic ${Buffer.from('me:a@b').toString('base64')}`)
    expect(proxyAuthorization(new URL('http://p'))).toBeNull()
  })
})
