/** How the client gets its id, and sign-ins without a person. */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { far, openBench, signedInBench } from '#test/integration/signIn/signInBench'
import { lies } from '#test/support/signIn/answers'

describe('a client id', () => {
  it('entered by hand takes precedence over registration', async () => {
    const issuer = { clients: [{ id: 'mine', secret: 's3cret-of-mine', redirectUris: ['http://127.0.0.1/callback'] }] }
    const bench = await signedInBench({ issuer, added: { auth: { clientId: 'mine', clientSecret: 's3cret-of-mine' } } })
    expect(await bench.one.call('whoami')).toBe('mine')
    expect(await bench.one.state(far)).toMatchObject({ clientId: 'mine', registration: 'given' })
    expect(bench.issuer.hearing.of('register')).toEqual([])
  })

  const document = 'https://switchboard.example/client.json'
  it('from a metadata document is used if the issuer supports it and the setting names it', async () => {
    const clientDocuments = {
      [document]: { redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'] },
    }
    const { issuer, one } = await openBench({ issuer: { clientDocuments } })
    await one.client.settings.update({ signInClientDocument: document })
    await one.becomes('needed')
    await one.signIn(far)
    await one.becomes('signedIn')
    expect(await one.call('whoami')).toBe(document)
    expect(await one.state(far)).toMatchObject({ clientId: document, registration: 'metadata-document' })
    expect(issuer.hearing.of('register')).toEqual([])
  })

  it('with a secret from dynamic registration works, and is kept for the next sign-in', async () => {
    const { issuer, one } = await signedInBench({ issuer: { registration: 'secret' } })
    await one.client.signIn.end({ slug: far })
    await one.signIn(far)
    await one.becomes('signedIn')
    expect(await one.call('whoami')).toContain('client-')
    expect(issuer.hearing.of('register')).toHaveLength(1)
  })

  it('that the issuer does not give out is asked for in the error', async () => {
    const { one } = await openBench({ issuer: { registration: false } })
    await one.becomes('needed')
    await expect(one.client.signIn.begin({ slug: far })).rejects.toMatchObject({
      message: expect.stringMatching(/client id/i) as string,
    })
  })

  it('that the issuer refuses to give out has the issuer’s reason in the error', async () => {
    const { issuer, one } = await openBench()
    issuer.lie('register', lies.status(400, { error: 'invalid_redirect_uri', error_description: 'No loopback here' }))
    await one.becomes('needed')
    await expect(one.client.signIn.begin({ slug: far })).rejects.toMatchObject({
      message: expect.stringMatching(/No loopback here/) as string,
    })
  })
})

const machine = { id: 'robot', secret: 's3cret-of-robot' }
describe('a machine', () => {
  it('signs in with its secret again and again, without a person', async () => {
    const bench = await openBench({
      issuer: { clients: [machine] },
      added: { auth: { grant: 'client-credentials', clientId: 'robot', clientSecret: machine.secret } },
    })
    await bench.one.becomes('signedIn')
    expect(await bench.one.call('whoami')).toBe('robot')
    bench.issuer.grants.endAccessTokens()
    expect(await bench.one.call('whoami')).toBe('robot')
    expect(bench.issuer.hearing.of('authorize')).toEqual([])
    expect(bench.issuer.count('client_credentials')).toBe(2)
  })

  it.each([
    ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['an elliptic curve', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ])('signs in with a key of %s', async (_title, makeKey) => {
    const { publicKey, privateKey } = makeKey()
    const bench = await openBench({
      issuer: { clients: [{ id: 'robot', publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() }] },
      added: {
        auth: {
          grant: 'client-credentials',
          clientId: 'robot',
          privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        },
      },
    })
    await bench.one.becomes('signedIn')
    expect(await bench.one.call('whoami')).toBe('robot')
  })

  it('whose key cannot sign stays signed out, and the error says which keys can sign', async () => {
    const privateKey = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const bench = await openBench({
      issuer: { clients: [machine] },
      added: { auth: { grant: 'client-credentials', clientId: 'robot', privateKey } },
    })
    const { error } = await bench.one.becomes('needed')
    expect(error?.message).toMatch(/private key.*RSA/)
  })

  it('of an organisation signs in with its person’s ID token', async () => {
    const bench = await openBench({ issuer: { clients: [machine], idToken: 'id-token-of-ada' } })
    const { identityEndpoint: tokenEndpoint } = bench.issuer
    const identityProvider = { tokenEndpoint, clientId: 'at-the-idp', idToken: 'id-token-of-ada' }
    const auth = { grant: 'enterprise', clientId: 'robot', clientSecret: machine.secret, identityProvider } as const
    await bench.one.client.servers.remove({ slug: far })
    await bench.one.add(far, bench.server.url, { auth })
    await bench.one.becomes('signedIn')
    expect(await bench.one.call('whoami')).toBe('robot')
    expect(bench.issuer.hearing.of('authorize')).toEqual([])
  })

  it('whose secret is wrong stays signed out, with the issuer’s error and only a few requests', async () => {
    const bench = await openBench({
      issuer: { clients: [machine] },
      added: { auth: { grant: 'client-credentials', clientId: 'robot', clientSecret: 'wrong' } },
    })
    const { error } = await bench.one.becomes('needed')
    expect(error?.message).toMatch(/invalid_client/)
    for (let calls = 0; calls < 5; calls += 1) await bench.one.call('echo').catch(() => undefined)
    expect(bench.issuer.hearing.of('token').length).toBeLessThanOrEqual(10)
  })
})

describe('a setting, off by default, makes a sign-in work with', () => {
  it('an issuer that refuses `resource`', async () => {
    const { issuer, one } = await openBench({
      issuer: { refusesResource: true },
      server: { checksAudience: false },
      added: { auth: { resource: 'omit' } },
    })
    await one.becomes('needed')
    await one.signIn(far)
    await one.becomes('signedIn')
    issuer.grants.endAccessTokens()
    expect(await one.call('whoami')).toContain('client-')
  })

  it('an issuer that does not say that it knows PKCE', async () => {
    const { issuer, one } = await openBench({ added: { auth: { assumePkce: true } } })
    issuer.lie(
      'metadata',
      lies.edited(({ code_challenge_methods_supported: _left, ...honest }) => honest),
    )
    await one.becomes('needed')
    await one.signIn(far)
    expect(await one.becomes('signedIn')).toMatchObject({ error: null })
  })

  it('an issuer whose metadata names another', async () => {
    const { issuer, one } = await openBench({ issuer: { iss: false }, added: { auth: { issuerCheck: false } } })
    issuer.lie(
      'metadata',
      lies.edited((honest) => ({ ...honest, issuer: 'https://{tenantid}.example' })),
    )
    await one.becomes('needed')
    await one.signIn(far)
    expect(await one.becomes('signedIn')).toMatchObject({ error: null })
  })

  it('an issuer that accepts only one spelling of this machine’s address', async () => {
    const { issuer, one } = await signedInBench({ added: { auth: { redirectHost: 'localhost' } } })
    expect([...issuer.clients.values()].map(({ redirectUris }) => redirectUris)).toEqual([
      [expect.stringMatching(/^http:\/\/localhost:\d+\/callback$/)],
    ])
    expect(await one.call('whoami')).toContain('client-')
  })

  it('an issuer that requires the scopes in a refresh', async () => {
    const { issuer, one } = await signedInBench({
      server: { scope: 'read' },
      added: { auth: { scopeOnRefresh: true } },
    })
    issuer.grants.endAccessTokens()
    expect(await one.call('whoami')).toContain('client-')
    expect(issuer.hearing.of('token').map(({ form }) => [form.get('grant_type'), form.get('scope')])).toEqual([
      ['authorization_code', null],
      ['refresh_token', 'read'],
    ])
  })
})
