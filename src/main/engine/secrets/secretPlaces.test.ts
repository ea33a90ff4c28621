import { describe, expect, it } from 'vitest'
import type { Launch } from '#contract/servers/server'
import { changeSecrets, plainSecrets } from '#engine/secrets/secretPlaces'

const withArgs = (...args: string[]): Launch => ({ transport: 'stdio', command: 'x', args, env: {} })
const at = (url: string): Launch => ({ transport: 'http', url, headers: {} })
const named = (launch: Launch) => plainSecrets(launch).map(({ name, text }) => [name, text])
const masked = (launch: Launch) => changeSecrets(launch, () => '*')

it("[R31] a sign-in's secrets are found by their places, and its public settings are not reported", () => {
  const identityProvider = { tokenEndpoint: 'https://i/token', clientId: 'us', clientSecret: 'c', idToken: 'd' }
  const auth = { clientId: 'me', clientSecret: 'a', privateKey: 'b', scope: 'tokens:read', identityProvider }
  const launch: Launch = { transport: 'http', url: 'https://x/mcp', headers: {}, auth }
  expect(named(launch)).toEqual([
    ['clientSecret', 'a'],
    ['privateKey', 'b'],
    ['identityProvider.clientSecret', 'c'],
    ['identityProvider.idToken', 'd'],
  ])
  expect(masked(launch)).toMatchObject({
    auth: { clientId: 'me', scope: 'tokens:read', identityProvider: { clientSecret: '*', idToken: '*' } },
  })
})

describe('[R31] a secret among the arguments', () => {
  it.each([
    [
      ['--api-key', 'abc'],
      ['--api-key', '*'],
    ],
    [
      ['-token', 'abc', 'more'],
      ['-token', '*', 'more'],
    ],
    [['--client-secret=a=b'], ['--client-secret=*']],
    [
      ['run', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN=ghp', '-eAPI_KEY=x', 'image'],
      ['run', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN=*', '-eAPI_KEY=*', 'image'],
    ],
    [
      ['--header', 'Authorization: Bearer abc'],
      ['--header', 'Authorization: *'],
    ],
    [
      ['--header', 'X-Api-Key:abc'],
      ['--header', 'X-Api-Key:*'],
    ],
    [['postgres://me:pw@host/db'], ['postgres://me:*@host/db']],
    [['--url=https://host/?a=1&token=abc#x'], ['--url=https://host/?a=1&token=*#x']],
  ])('is masked: %j becomes %j', (args, expected) => expect(masked(withArgs(...args))).toEqual(withArgs(...expected)))

  it.each([
    [['--token-file', '/run/token']],
    [['--key', './server.pem']],
    [['--key=/etc/tls/server.key']],
    [['--token', '--verbose']],
    [['--no-auth', 'folder']],
    [['--keyboard', 'de', 'monkey', 'x']],
    [['--author', 'me', '--max-tokens', '5']],
    [['C:\\keys', 'https://host/token/x?author=me', 'postgres://postgres@localhost/db']],
    [['--token', '']],
  ])('is not found in %j', (args) => expect(named(withArgs(...args))).toEqual([]))
})

describe('[R31] a secret in an address', () => {
  it.each([
    ['https://me:pw@host/mcp', 'https://me:*@host/mcp'],
    ['https://ghp@host/mcp', 'https://*@host/mcp'],
    ['https://ghp:@host/mcp', 'https://*:@host/mcp'],
    ['https://ghp:x-oauth-basic@host', 'https://*:x-oauth-basic@host'],
    ['https://host/mcp?api%5Fkey=a&x=1&sessionToken=b', 'https://host/mcp?api%5Fkey=*&x=1&sessionToken=*'],
    ['https://host/mcp?q=a@b:c', 'https://host/mcp?q=a@b:c'],
    ['${BASE}/mcp?token=a', '${BASE}/mcp?token=*'],
  ])('is masked: %s becomes %s', (url, expected) => expect(masked(at(url))).toEqual(at(expected)))

  it('is not reported if it is a reference, and no part of a reference is reported', () => {
    for (const url of ['https://${env:USER}:${PW}@host', 'https://${one.url_user}@host?token=${env:T}'])
      expect(named(at(url))).toEqual([])
  })

  it('in a variable has the name of that variable', () => {
    const env = { CACHE: 'redis://:pw@host', API_KEY: 'k', MODE: 'fast' }
    expect(named({ transport: 'stdio', command: 'x', args: [], env })).toEqual([
      ['CACHE_password', 'pw'],
      ['API_KEY', 'k'],
    ])
  })
})

it('no two secrets have the same place, because one would get the value of the other', () => {
  const url = 'https://a:b@c?token=1&token=2'
  const launch = withArgs(url, `--first=${url}`, `${url} ${url}`, '--key', 'x', '--key=y')
  const places = plainSecrets(launch).map(({ place }) => place)
  expect(places).toHaveLength(14)
  expect(new Set(places).size).toBe(places.length)
})
