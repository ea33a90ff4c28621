import { describe, expect, test } from 'vitest'
import { adminGrant, type ClientGrant } from '#engine/access/grant'
import { admissionRules, admitClient, admitOwner, admitPlace } from '#main/host/http/admission'

const client = { key: 'k', client: { id: 'c' } } as ClientGrant
const rules = admissionRules(7411, 'the-token', (token) => (token === 'a-client' ? client : null))
const right = 'Bearer the-token'

describe('the token, Host and Origin decide who is admitted: a mistake in any row lets a web page or a stranger use the servers', () => {
  test.each([
    ['the printed address', { host: '127.0.0.1:7411', authorization: right }, 'admitted'],
    ['the name localhost', { host: 'localhost:7411', authorization: right }, 'admitted'],
    ['the IPv6 loopback', { host: '[::1]:7411', authorization: right }, 'admitted'],
    ['its own page', { host: 'localhost:7411', origin: 'http://localhost:7411', authorization: right }, 'admitted'],
    ['a scheme in lower case', { host: 'localhost:7411', authorization: 'bearer the-token' }, 'admitted'],
    ['a name that resolves to loopback', { host: 'evil.example:7411', authorization: right }, 'foreignHost'],
    ['its name with another port', { host: 'localhost:80', authorization: right }, 'foreignHost'],
    ['its name without a port', { host: 'localhost', authorization: right }, 'foreignHost'],
    ['no host', { authorization: right }, 'foreignHost'],
    ['another site', { host: 'localhost:7411', origin: 'https://evil.example', authorization: right }, 'foreignOrigin'],
    [
      'another local port',
      { host: 'localhost:7411', origin: 'http://localhost:3000', authorization: right },
      'foreignOrigin',
    ],
    ['a page without an origin', { host: 'localhost:7411', origin: 'null', authorization: right }, 'foreignOrigin'],
    [
      'its origin over https',
      { host: 'localhost:7411', origin: 'https://localhost:7411', authorization: right },
      'foreignOrigin',
    ],
    ['no token', { host: 'localhost:7411' }, 'noToken'],
    ['an empty token', { host: 'localhost:7411', authorization: 'Bearer ' }, 'noToken'],
    ['a longer token', { host: 'localhost:7411', authorization: `${right}x` }, 'noToken'],
    ['a part of the token', { host: 'localhost:7411', authorization: 'Bearer the-toke' }, 'noToken'],
    ['another scheme', { host: 'localhost:7411', authorization: 'Basic the-token' }, 'noToken'],
    ['the token twice', { host: 'localhost:7411', authorization: `${right}, ${right}` }, 'noToken'],
  ])('%s', (_title, facts, expected) => {
    expect(admitOwner(rules, facts)).toBe(expected)
    expect(admitClient(rules, facts)).toBe(expected === 'admitted' ? adminGrant : expected)
  })

  test('a foreign Host does not learn whether its token is right', () => {
    expect(admitOwner(rules, { host: 'evil.example', authorization: 'Bearer wrong' })).toBe('foreignHost')
  })

  test("a client's token opens the endpoint and nothing else, and only from an allowed Host and Origin", () => {
    const facts = { host: 'localhost:7411', authorization: 'Bearer a-client' }
    expect(admitClient(rules, facts)).toBe(client)
    expect(admitOwner(rules, facts)).toBe('noToken')
    expect(admitClient(rules, { ...facts, host: 'evil.example:7411' })).toBe('foreignHost')
    expect(admitClient(rules, { ...facts, authorization: 'Bearer a-clien' })).toBe('noToken')
  })

  test('the page needs an allowed Host, but no token', () => {
    expect(admitPlace(rules, { host: 'localhost:7411' })).toBe('admitted')
    expect(admitPlace(rules, { host: 'evil.example:7411' })).toBe('foreignHost')
  })

  test('at port 80 a Host without a port is allowed, because browsers omit it', () => {
    const atDefaultPort = admissionRules(80, 'the-token', () => null)
    expect(admitPlace(atDefaultPort, { host: 'localhost', origin: 'http://localhost' })).toBe('admitted')
  })
})
