import { generateKeyPairSync } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { json, lies, send } from '#test/support/signIn/answers'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { openRoom } from '#test/support/signIn/room'

async function takePort(port = 0): Promise<number> {
  const server = createServer().listen({ host: '127.0.0.1', port })
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('a registered client', () => {
  test('is used again with its port, also after a restart', async () => {
    const issuer = await issuerForTest({ ports: 'exact' })
    const server = await protectedForTest({ issuer })
    const first = await openRoom({ address: server.url })
    await first.signIn()
    await first.signIns.end(first.account)
    await first.close()
    const { folder, vault } = first
    const second = await openRoom({ address: server.url, folder, vault })
    expect((await second.signIn()).status).toBe(200)
    expect(issuer.hearing.of('register')).toHaveLength(1)
  })

  // Catches a taken port that ends in a crash, or in an address that the issuer does not know.
  test('is registered with another port if its own port is taken', async () => {
    const issuer = await issuerForTest({ ports: 'exact' })
    const server = await protectedForTest({ issuer })
    const room = await openRoom({ address: server.url })
    const { address } = await room.signIn()
    await room.signIns.end(room.account)
    await room.signIns.begin(room.account)
    await room.signIns.cancel(room.account)
    await takePort(Number(new URL(address).port))
    expect((await room.signIn()).status).toBe(200)
    expect(issuer.hearing.of('register')).toHaveLength(2)
  })

  test('whose secret has expired is registered again', async () => {
    const issuer = await issuerForTest({ registration: 'secret' })
    const server = await protectedForTest({ issuer })
    issuer.lie(
      'register',
      lies.edited((document) => ({ ...document, client_secret_expires_at: 1_000 })),
    )
    const room = await openRoom({ address: server.url })
    await room.signIn()
    await room.signIn()
    expect(issuer.hearing.of('register')).toHaveLength(2)
  })

  test('is forgotten on demand, because an issuer may no longer know it', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const room = await openRoom({ address: server.url })
    await room.signIn()
    issuer.prune()
    const url = await room.signIns.begin(room.account)
    expect((await fetch(url ?? '')).status).toBe(422)
    await room.signIns.forget(room.account)
    expect((await room.signIn()).status).toBe(200)
    expect((await room.call()).status).toBe(200)
  })

  test('that the issuer forgets between the page and the token is registered again by the next sign-in', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const room = await openRoom({ address: server.url })
    issuer.lie('token', (honest, response) => {
      issuer.prune()
      send(response, honest())
    })
    expect((await room.signIn()).text).toContain('invalid_client')
    issuer.lie('token')
    expect((await room.signIn()).status).toBe(200)
  })
})

test('a refused registration is reported with its reason and what to do', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  issuer.lie('register', lies.status(400, { error: 'invalid_client_metadata', error_description: 'no natives' }))
  await expect(room.signIn()).rejects.toMatchObject({ message: expect.stringMatching(/no natives.*redirect address/) })
  issuer.lie('register', lies.html)
  await expect(room.signIn()).rejects.toMatchObject({ code: expect.any(String) })
})

test('an issuer without registration requires a client id', async () => {
  const issuer = await issuerForTest({ registration: false })
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await expect(room.signIn()).rejects.toMatchObject({ message: expect.stringContaining('client id') })
})

describe('a client entered by hand', () => {
  const given = async (settings = {}) => {
    const port = await takePort().then(async (taken) => taken)
    const redirectUri = `http://127.0.0.1:${port}/callback`
    const issuer = await issuerForTest({
      registration: false,
      ports: 'any',
      clients: [{ id: 'mine', secret: 'secret-of-mine', redirectUris: [redirectUri] }],
    })
    const server = await protectedForTest({ issuer })
    const room = await openRoom({
      address: server.url,
      settings: { clientId: 'mine', clientSecret: 'secret-of-mine', ...settings },
    })
    return { issuer, server, room, port }
  }

  test('is used with its secret, which stays in the settings', async () => {
    const { room } = await given()
    await room.signIn()
    expect((await room.call()).status).toBe(200)
    expect([...room.vault.items.values()].join('')).not.toContain('secret-of-mine')
  })

  test('with a port that is taken cannot be used, and the error names the port', async () => {
    const taken = await takePort()
    const { room } = await given({ redirectPort: taken })
    await expect(room.signIn()).rejects.toMatchObject({ message: expect.stringContaining(`the port ${taken}`) })
  })

  // Catches a server that names its own issuer to get the secret.
  test('is never sent to another issuer', async () => {
    const { room, server } = await given()
    await room.signIn()
    const thief = await issuerForTest()
    server.authorizationServers = [thief.url]
    await expect(room.signIn()).rejects.toMatchObject({ message: expect.stringContaining('belongs to') })
    expect(thief.hearing.of('token')).toEqual([])
    await room.signIns.forget(room.account)
    expect(await room.signIns.begin(room.account)).toContain(thief.url)
  })
})

test('a metadata document serves as the client if the issuer accepts one', async () => {
  const document = 'https://switchboard.example/client.json'
  const issuer = await issuerForTest({
    clientDocuments: { [document]: { redirect_uris: ['http://127.0.0.1/callback'] } },
  })
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url, metadataDocument: document })
  await room.signIn()
  expect((await room.call()).status).toBe(200)
  expect(issuer.hearing.of('register')).toEqual([])
  expect(await room.signIns.snapshotOf(room.account)).toMatchObject({
    clientId: document,
    registration: 'metadata-document',
  })
})

test('the callback can use the name localhost, and listens at both of its addresses', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url, settings: { redirectHost: 'localhost' } })
  const { address, status } = await room.signIn()
  expect({ host: new URL(address).hostname, status }).toEqual({ host: 'localhost', status: 200 })
})

describe('a machine', () => {
  test('signs in with its secret, and again when its token has expired, without a person', async () => {
    const issuer = await issuerForTest({ clients: [{ id: 'machine', secret: 'secret-of-machine' }] })
    const server = await protectedForTest({ issuer, scope: 'read' })
    const settings = { grant: 'client-credentials', clientId: 'machine', clientSecret: 'secret-of-machine' } as const
    const room = await openRoom({ address: server.url, settings })
    expect((await room.call()).status).toBe(200)
    issuer.grants.endAccessTokens()
    const calls = await Promise.all(Array.from({ length: 10 }, async () => (await room.call()).status))
    expect(new Set(calls)).toEqual(new Set([200]))
    expect(issuer.count('client_credentials')).toBe(2)
    expect(await room.signIns.begin(room.account)).toBeNull()
    expect(await room.signIns.snapshotOf(room.account)).toMatchObject({ state: 'signedIn', scopes: ['read'] })
  })

  test.each([
    ['RSA', 'rsa', { modulusLength: 2048 }],
    ['EC', 'ec', { namedCurve: 'P-256' }],
  ] as const)('signs in with a private key: %s', async (_title, type, details) => {
    const { publicKey, privateKey } = generateKeyPairSync(type as 'rsa', details as { modulusLength: number })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const issuer = await issuerForTest({ clients: [{ id: 'machine', publicKey: pem }] })
    const server = await protectedForTest({ issuer })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const settings = { grant: 'client-credentials', clientId: 'machine', privateKey: key } as const
    const room = await openRoom({ address: server.url, settings })
    expect((await room.call()).status).toBe(200)
  })

  test('whose credentials are wrong says so, and does not ask the issuer for every call', async () => {
    const issuer = await issuerForTest({ clients: [{ id: 'machine', secret: 'secret-of-machine' }] })
    const server = await protectedForTest({ issuer })
    const settings = { grant: 'client-credentials', clientId: 'machine', clientSecret: 'something-else' } as const
    const room = await openRoom({ address: server.url, settings })
    for (let count = 0; count < 3; count += 1)
      await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect(issuer.count('client_credentials')).toBe(1)
    expect((await room.signIns.snapshotOf(room.account)).error?.message).toContain('invalid_client')
  })

  test.each([{ clientId: 'machine' }, { clientId: 'machine', privateKey: 'no key' }, {}])(
    'without usable credentials is told what is missing',
    async (settings) => {
      const issuer = await issuerForTest()
      const server = await protectedForTest({ issuer })
      const room = await openRoom({ address: server.url, settings: { ...settings, grant: 'client-credentials' } })
      await expect(room.signIns.begin(room.account)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    },
  )

  test('is authorised by its organisation’s identity provider', async () => {
    const issuer = await issuerForTest({
      clients: [{ id: 'machine', secret: 'secret-of-machine' }],
      idToken: 'id-token-1',
    })
    const server = await protectedForTest({ issuer })
    const identityProvider = { tokenEndpoint: issuer.identityEndpoint, clientId: 'app', idToken: 'id-token-1' }
    const settings = {
      grant: 'enterprise',
      clientId: 'machine',
      clientSecret: 'secret-of-machine',
      identityProvider,
    } as const
    const room = await openRoom({ address: server.url, settings })
    expect((await room.call()).status).toBe(200)
    const other = await openRoom({
      address: server.url,
      settings: { ...settings, identityProvider: { ...identityProvider, idToken: 'id-token-2' } },
    })
    await expect(other.signIns.begin(other.account)).rejects.toMatchObject({
      message: expect.stringContaining('does not vouch'),
    })
  })
})

test('more permissions are requested together with the existing ones, and not endlessly', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer, scope: 'read' })
  const room = await openRoom({ address: server.url })
  await room.signIn()
  server.lie('mcp', (_honest, response) =>
    send(response, json(403, {}, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' })),
  )
  await expect(room.call()).rejects.toMatchObject({ data: { account: room.account } })
  expect(await room.signIns.snapshotOf(room.account)).toMatchObject({ state: 'needed' })
  await room.signIn()
  expect(await room.signIns.snapshotOf(room.account)).toMatchObject({ state: 'signedIn', scopes: ['read', 'write'] })
  await expect(room.call()).rejects.toMatchObject({ data: { account: room.account } })
  await room.signIn()
  await expect(room.call()).rejects.toMatchObject({ message: expect.stringContaining('may not have them') })
  expect(room.signIns.kindOf(room.account)).toBe('signedIn')
})
