import { describe, expect, it } from 'vitest'
import { secretsIn, shownLaunch, shownUrl, withoutValues } from '#engine/secrets/shownLaunch'

describe('a shown launch', () => {
  it('names headers and variables, and never shows their values', () => {
    const remote = {
      transport: 'http',
      url: 'https://a.test/mcp',
      headers: { Authorization: 'Bearer secret-value' },
    } as const
    expect(shownLaunch(remote)).toEqual({
      transport: 'http',
      url: 'https://a.test/mcp',
      headerNames: ['Authorization'],
    })
    const local = { transport: 'stdio', command: 'x', args: ['y'], env: { KEY: 'secret-value' } } as const
    const shown = shownLaunch({ ...local, args: ['y'] })
    expect(shown).toEqual({ transport: 'stdio', command: 'x', args: ['y'], envNames: ['KEY'], cwd: null })
    for (const launch of [remote, { ...local, args: ['y'] }])
      expect(JSON.stringify([shownLaunch(launch), withoutValues(launch)])).not.toContain('secret-value')
  })

  it("shows a sign-in's settings, and only the names of its secrets", () => {
    const identityProvider = { tokenEndpoint: 'https://idp.test/token', clientId: 'us', idToken: 'secret-value' }
    const auth = { clientId: 'me', scope: 'read', clientSecret: 'secret-value', privateKey: '${KEY}', identityProvider }
    const launch = { transport: 'sse', url: 'https://a.test/mcp', headers: {}, auth } as const
    const shown = shownLaunch(launch)
    expect(shown).toMatchObject({
      auth: {
        clientId: 'me',
        scope: 'read',
        identityProvider: { tokenEndpoint: 'https://idp.test/token', clientId: 'us' },
        secretNames: ['clientSecret', 'privateKey', 'identityProvider.idToken'],
      },
    })
    expect(JSON.stringify([shown, withoutValues(launch)])).not.toContain('secret-value')
    expect(secretsIn(launch)).toContain('secret-value')
  })

  it.each([
    ['https://a.test/mcp?x=1', 'https://a.test/mcp?x=1'],
    ['https://me:pass@a.test/mcp', 'https://me:***@a.test/mcp'],
    ['https://a.test/mcp?api_key=abc&x=1#f', 'https://a.test/mcp?api_key=***&x=1#f'],
    ['https://a.test/mcp?x=1&exaApiKey=abc', 'https://a.test/mcp?x=1&exaApiKey=***'],
    ['https://a.test/mcp?token=${TOKEN}', 'https://a.test/mcp?token=${TOKEN}'],
    ['${BASE}/mcp', '${BASE}/mcp'],
    ['https://a.test/mcp?token=%zz', 'https://a.test/mcp?token=***'],
  ])('%s is shown as %s', (url, shown) => {
    expect(shownUrl(url)).toBe(shown)
  })

  it('lists the secrets to redact: those marked by names, with and without the scheme before them', () => {
    const headers = { Authorization: 'Bearer abc-secret', 'X-Team': 'blue', 'X-Api-Key': 'key-value' }
    const url = 'https://me:pass%20word@a.test/?token=url-token&x=1'
    const secrets = secretsIn({ transport: 'http', url, headers })
    expect(secrets).toEqual(
      expect.arrayContaining(['pass word', 'url-token', 'Bearer abc-secret', 'abc-secret', 'key-value']),
    )
    expect(secrets).not.toContain('blue')
  })
})
