import { describe, expect, test } from 'vitest'
import type { AddressRange } from '#engine/net/publicAddress'
import { checkBrowserAddress, createAddressPolicy } from '#engine/signIn/discovery/addressPolicy'

const policyNear = (...ranges: AddressRange[]) => createAddressPolicy(new Set(ranges))
const allows = (policy: ReturnType<typeof policyNear>, address: string) => {
  try {
    policy.check(new URL(address))
    return true
  } catch {
    return false
  }
}

describe('a server on the internet', () => {
  const policy = policyNear('public')

  test.each(['https://issuer.example/token', 'https://1.1.1.1/', 'https://[2606:4700::1111]/'])(
    'may send Switchboard to %s',
    (address) => expect(allows(policy, address)).toBe(true),
  )

  // Catches a server that makes Switchboard send requests to addresses that only this machine can reach.
  test.each([
    'http://issuer.example/',
    'http://localhost:8080/',
    'https://localhost/',
    'https://any.localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://[fd12::1]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:169.254.169.254]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://user:password@issuer.example/',
    'file:///etc/passwd',
    'ftp://issuer.example/',
    'data:text/plain,x',
  ])('may not send Switchboard to %s', (address) => expect(allows(policy, address)).toBe(false))

  test('may not send Switchboard to a name that resolves to this network', () => {
    expect(() => policy.checkResolved('10.0.0.7', 'issuer.example')).toThrow(/its network \(10\.0\.0\.7\)/)
    expect(() => policy.checkResolved('8.8.8.8', 'issuer.example')).not.toThrow()
  })
})

describe('a server on this machine or in its network', () => {
  const policy = policyNear('local')

  test.each(['http://localhost:8080/', 'http://127.0.0.1:9/', 'https://10.0.0.1/', 'https://issuer.example/'])(
    'may send Switchboard to %s',
    (address) => expect(allows(policy, address)).toBe(true),
  )

  test.each(['http://10.0.0.1/', 'https://169.254.169.254/', 'https://100.100.100.200/', 'https://[fd00:ec2::254]/'])(
    'may not send Switchboard to %s',
    (address) => expect(allows(policy, address)).toBe(false),
  )
})

test('a server at a cloud metadata address may send Switchboard to other such addresses', () => {
  expect(allows(policyNear('metadata'), 'https://169.254.169.254/')).toBe(true)
})

test('a server whose name only a proxy can resolve counts as one on the internet', () => {
  expect(allows(policyNear(), 'https://10.0.0.1/')).toBe(false)
  expect(allows(policyNear(), 'https://issuer.example/')).toBe(true)
})

test.each(['https://issuer.example/authorize?a=b', 'http://127.0.0.1:9/authorize', 'http://localhost/'])(
  'a browser may be sent to %s',
  (address) => expect(checkBrowserAddress(address).href).toBe(address),
)

test.each([
  'http://issuer.example/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'vscode://x',
  'https://a:b@issuer.example/',
  'no address',
  '',
])('a browser is never sent to %s', (address) => expect(() => checkBrowserAddress(address)).toThrow(/for your safety/))
