import { describe, expect, test } from 'vitest'
import { lies } from '#test/support/signIn/answers'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { openRoom } from '#test/support/signIn/room'

const wellKnown = '/.well-known/oauth-protected-resource'

describe('the metadata of a server', () => {
  test('is looked for at the advertised address, then at the server’s path, then at its origin', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer, metadataAt: ['origin'], challenges: () => ['Bearer'] })
    const room = await openRoom({ address: server.url })
    await room.signIn()
    expect((await room.call()).status).toBe(200)
    const asked = server.hearing.all.filter(({ endpoint }) => endpoint !== 'mcp').map(({ path }) => path)
    expect(asked).toEqual([`${wellKnown}/mcp`, wellKnown])
  })

  // Catches clients that give up, or guess an issuer, if the advertised address is wrong.
  test('is found even if the advertised address has none', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({
      issuer,
      challenges: ({ metadataUrl }) => [`Bearer resource_metadata="${new URL('/gone', metadataUrl).href}"`],
    })
    const room = await openRoom({ address: server.url })
    await room.signIn()
    expect((await room.call()).status).toBe(200)
  })

  test('is not used if it is about another server', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer, resource: 'https://other.example/mcp' })
    const room = await openRoom({ address: server.url })
    await expect(room.signIn()).rejects.toMatchObject({ message: expect.stringContaining('other.example') })
    expect(issuer.hearing.all).toEqual([])
  })

  test('may name several issuers, and the first usable one is used', async () => {
    const issuer = await issuerForTest()
    const dead = await issuerForTest()
    await dead.close()
    const server = await protectedForTest({ issuer })
    server.authorizationServers = [dead.url, issuer.url]
    const room = await openRoom({ address: server.url })
    await room.signIn()
    expect((await room.call()).status).toBe(200)
  })
})

describe('the metadata of an issuer', () => {
  test.each([
    ['with a path, as OAuth', '/tenant', 'oauth'],
    ['with a path, as OpenID', '/tenant', 'oidc'],
    ['with a path, as OpenID, at its end', '/tenant', 'oidcAppended'],
    ['without a path, as OpenID', '', 'oidc'],
  ] as const)('is found at %s', async (_title, path, place) => {
    const issuer = await issuerForTest({ path, metadataAt: [place] })
    const server = await protectedForTest({ issuer })
    const room = await openRoom({ address: server.url })
    await room.signIn()
    expect((await room.call()).status).toBe(200)
  })

  test.each([
    ['a web page', lies.html],
    ['broken JSON', lies.notJson],
    ['50 MB', lies.huge],
    ['redirects without an end', lies.redirectsForever],
    ['an error', lies.status(503)],
    ['a broken connection', lies.dropsBefore],
  ])('that is %s makes the sign-in fail', async (_title, lie) => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const room = await openRoom({ address: server.url })
    await room.call().catch(() => undefined)
    issuer.lie('metadata', lie)
    const failure = await room.signIn().catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject({ code: expect.stringMatching(/^(SERVER_UNAVAILABLE|SIGN_IN_REQUIRED)$/) })
    const { state, error, steps } = await room.signIns.snapshotOf(room.account)
    expect({ state, code: error?.code }).toEqual({ state: 'needed', code: (failure as { code: string }).code })
    expect(steps.some(({ phase }) => phase === 'issuer')).toBe(true)
    expect(issuer.hearing.of('register')).toEqual([])
    issuer.lie('metadata')
    expect((await room.signIn()).status).toBe(200)
  })

  test('of another issuer is refused, unless a setting allows it', async () => {
    const issuer = await issuerForTest({ iss: false })
    const server = await protectedForTest({ issuer })
    issuer.lie(
      'metadata',
      lies.edited((document) => ({ ...document, issuer: `${issuer.url}/` })),
    )
    const room = await openRoom({ address: server.url })
    await expect(room.signIn()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect(issuer.hearing.of('register')).toEqual([])
    room.server = { ...room.server, settings: { issuerCheck: false } }
    await room.signIn()
    expect((await room.call()).status).toBe(200)
  })

  test('must name PKCE, unless a setting says that the issuer supports it', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    issuer.lie(
      'metadata',
      lies.edited((document) => ({ ...document, code_challenge_methods_supported: undefined })),
    )
    const room = await openRoom({ address: server.url })
    await expect(room.signIn()).rejects.toMatchObject({ message: expect.stringContaining('assume PKCE') })
    expect(issuer.hearing.of('register')).toEqual([])
    room.server = { ...room.server, settings: { assumePkce: true } }
    await room.signIn()
    expect((await room.call()).status).toBe(200)
    issuer.lie(
      'metadata',
      lies.edited((document) => ({ ...document, code_challenge_methods_supported: ['plain'] })),
    )
    await room.signIns.end(room.account)
    await expect(room.signIn()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  })

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://issuer.example/authorize'])(
    'cannot send the browser to %s',
    async (address) => {
      const issuer = await issuerForTest()
      const server = await protectedForTest({ issuer })
      issuer.lie(
        'metadata',
        lies.edited((document) => ({ ...document, authorization_endpoint: address })),
      )
      const room = await openRoom({ address: server.url })
      await expect(room.signIns.begin(room.account)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    },
  )

  test('cannot lead to a cloud’s metadata address, directly or by a redirect', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const unsafe = 'https://169.254.169.254/latest'
    const room = await openRoom({ address: server.url })
    for (const lie of [lies.redirectsTo(unsafe), lies.redirectsTo('http://issuer.example/')]) {
      issuer.lie('metadata', lie)
      await expect(room.signIn()).rejects.toMatchObject({ message: expect.stringContaining('for your safety') })
    }
  })
})

test('a server of 2025-03-26 is its own issuer', async () => {
  const issuer = await issuerForTest()
  const room = await openRoom({ address: `${issuer.origin}/mcp`, settings: { resource: 'omit' } })
  expect((await room.signIn()).text).toContain('Signed in')
  issuer.lie('metadata', lies.notFound)
  await room.signIns.forget(room.account)
  expect((await room.signIn()).text).toContain('Signed in')
  expect(issuer.hearing.of('token').every(({ form }) => !form.has('resource'))).toBe(true)
})

test('headers that are configured for the server never reach its issuer, and its token reaches only the server', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.signIn()
  await room.call()
  const token = room.header() ?? ''
  expect(issuer.hearing.all.filter(({ headers }) => headers.authorization === token)).toEqual([])
  const credentials = room.signIns.credentialsFor(room.account, room.server.address)
  expect(credentials.headerFor(new URL('/messages?session=1', server.url))).toBe(token)
  expect(credentials.headerFor(new URL(issuer.url))).toBeNull()
  const moved = room.signIns.credentialsFor(room.account, new URL('/other', server.url))
  expect(moved.headerFor(new URL('/other', server.url))).toBeNull()
})
