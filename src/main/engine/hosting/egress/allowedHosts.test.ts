import { expect, test } from 'vitest'
import { AllowedHosts, readTarget } from '#engine/hosting/egress/allowedHosts'

const hosts = new AllowedHosts(['api.example.com', '*.cdn.example', 'Odd.Example:8443', '10.0.0.5:5432', '10.0.0.6'])

test.each<[string, boolean]>([
  ['api.example.com:443', true],
  ['api.example.com:80', true],
  ['API.EXAMPLE.COM.:443', true],
  ['api.example.com:22', false],
  ['xapi.example.com:443', false],
  ['api.example.com.evil.test:443', false],
  ['a.cdn.example:443', true],
  ['a.b.cdn.example:443', true],
  ['cdn.example:443', false],
  ['xcdn.example:443', false],
  ['.cdn.example:443', false],
  ['odd.example:8443', true],
  ['odd.example:443', false],
  ['10.0.0.5:5432', true],
  ['10.0.0.5:80', false],
  ['167772165:5432', false],
])('%s is on the list: %s', (text, isListed) => {
  const target = readTarget(text)
  expect(target !== null && hosts.isListed(target)).toBe(isListed)
})

test('a listed name may resolve to public addresses; a private address must be listed itself, with its port', () => {
  expect(hosts.mayReach('1.1.1.1', 443)).toBe(true)
  expect(hosts.mayReach('10.0.0.5', 5432)).toBe(true)
  expect(hosts.mayReach('10.0.0.5', 443)).toBe(false)
  expect(hosts.mayReach('10.0.0.6', 443)).toBe(true)
  expect(hosts.mayReach('127.0.0.1', 443)).toBe(false)
})

test.each(['', 'host', 'host:0', 'host:65536', 'host:x', ':80', 'a b:80', 'user@host:80', 'http://host:80', '[::1:80'])(
  'CONNECT to %j is refused',
  (text) => expect(readTarget(text)).toBeNull(),
)
