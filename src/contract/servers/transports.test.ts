import { describe, expect, it } from 'vitest'
import {
  addressTransports,
  beginningOf,
  isServerAddress,
  transportAt,
  transportNamed,
  transports,
  writtenTransports,
} from '#contract/servers/transports'

describe('the transport of an address that names none', () => {
  it.each([
    ['https://a.test/mcp', null, 'http'],
    ['https://a.test/mcp', 'sse', 'sse'],
    ['https://a.test/mcp', 'stdio', 'http'],
    ['https://a.test/mcp', 'container', 'http'],
    ['${URL}/mcp', 'sse', 'sse'],
    ['${URL}/mcp', null, 'http'],
  ] as const)('at %s, before %s: %s', (address, before, transport) => {
    expect(transportAt(address, before)).toBe(transport)
  })
})

it.each(['https://a.test', 'HTTP://a.test/'])('%s is the address of a server', (text) => {
  expect(isServerAddress(text)).toBe(true)
})

it.each(['gopher://a.test', 'a.test', 'npx', 'https:a.test', '${URL}'])('%s is not the address of a server', (text) => {
  expect(isServerAddress(text)).toBe(false)
})

// Catches a transport that could be stored but never requested, because it has no schemes or its own name is not among
// its words.
it.each(addressTransports)('%s has at least one address scheme', (transport) => {
  const [scheme] = transports[transport].schemes
  expect(beginningOf(transport).test(`${scheme}://a.test`)).toBe(true)
  expect(beginningOf(transport).test('${URL}')).toBe(true)
  expect(beginningOf(transport).test('gopher://a.test')).toBe(false)
  expect(addressTransports).toContain(transportAt(`${scheme}://a.test`))
})

it.each(writtenTransports)('%s is among its own words', (transport) => {
  expect(transportNamed(transport)).toBe(transport)
})
