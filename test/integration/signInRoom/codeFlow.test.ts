import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manualClock } from '#test/support/manualClock'
import { lies } from '#test/support/signIn/answers'
import { authorize, signInByBrowser, visit } from '#test/support/signIn/browser'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { openRoom } from '#test/support/signIn/room'

test('after a server refuses, a person signs in to it, and calls continue', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer, scope: 'read' })
  const room = await openRoom({ address: server.url })

  await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED', data: { account: room.account } })
  expect(room.signIns.kindOf(room.account)).toBe('needed')
  // No person has started a sign-in, so the issuer has received no request.
  expect(issuer.hearing.all).toEqual([])
  const url = await room.signIns.begin(room.account)
  expect(room.signIns.kindOf(room.account)).toBe('waiting')
  expect(await room.signIns.begin(room.account)).toBe(url)
  const ended = room.signIns.signedIn(room.account, new AbortController().signal)
  expect((await signInByBrowser(url ?? '')).text).toContain('Signed in')
  expect(await ended).toBe(true)
  expect((await room.call()).status).toBe(200)
  expect(await room.signIns.snapshotOf(room.account)).toMatchObject({
    state: 'signedIn',
    issuer: issuer.url,
    scopes: ['read'],
    registration: 'dynamic',
    error: null,
    authorizationUrl: null,
    redirectUri: null,
  })
})

test('requests to the issuer contain the resource, PKCE and the program, and nothing that the server receives', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.signIn()
  const asked = new URL(issuer.hearing.of('authorize')[0]?.path ?? '', issuer.origin).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({ resource: server.url, code_challenge_method: 'S256' })
  expect(issuer.hearing.of('token')[0]?.form.get('resource')).toBe(server.url)
  const registered = JSON.parse(issuer.hearing.of('register')[0]?.body ?? '{}') as unknown
  expect(registered).toMatchObject({ application_type: 'native', client_name: 'Switchboard' })
})

test('no part of a token is in the store, a log, a snapshot or an error', async () => {
  const issuer = await issuerForTest({ registration: 'secret' })
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.signIn()
  issuer.grants.endAccessTokens()
  await room.call()
  issuer.grants.revokeAll()
  const failure: unknown = await room.call().catch((thrown: unknown) => thrown)
  const snapshot = await room.signIns.snapshotOf(room.account)
  await room.close()
  const files = await Promise.all(
    (await readdir(room.folder)).map((name) => readFile(join(room.folder, name), 'latin1').catch(() => '')),
  )
  const texts = [String(failure), JSON.stringify([failure, snapshot, room.log.entries]), ...files]
  expect(issuer.grants.secrets.size).toBeGreaterThan(5)
  for (const secret of issuer.grants.secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([])
})

test('a callback with an unknown state ends nothing, and the right one counts once, however often it comes', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  const url = await room.signIns.begin(room.account)
  const { redirectUri } = await room.signIns.snapshotOf(room.account)
  for (const query of ['', '?code=x', '?code=x&state=wrong', '?error=access_denied&state=wrong']) {
    expect((await visit(`${redirectUri}${query}`)).status).toBe(400)
    expect(room.signIns.kindOf(room.account)).toBe('waiting')
  }
  await expect(room.signIns.callback(room.account, 'garbage')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const back = (await authorize(url ?? '')) ?? ''
  const pages = await Promise.all([visit(back), visit(back), visit(back)])
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
  await room.signIns.callback(room.account, back)
  expect(issuer.count('authorization_code')).toBe(1)
  expect((await room.call()).status).toBe(200)
})

test('instead of a callback, a person can paste the last page’s address from a browser on another machine', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await expect(room.signIns.callback(room.account, 'http://127.0.0.1:1/callback?code=x')).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const back = await authorize((await room.signIns.begin(room.account)) ?? '')
  await room.signIns.callback(room.account, back ?? '')
  expect((await room.call()).status).toBe(200)
})

test('the listener answers only a callback to its own address', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.signIns.begin(room.account)
  const { redirectUri } = await room.signIns.snapshotOf(room.account)
  const url = new URL(redirectUri ?? '')
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  expect((await fetch(new URL('/other', url))).status).toBe(404)
  const page = await fetch(url)
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  // Catches a web page that gets access because its host name was made to lead to this machine.
  expect((await fetchAs(url, 'evil.example')).status).toBe(404)
  await room.signIns.cancel(room.account)
  await expect(fetch(url)).rejects.toThrow()
  expect(room.signIns.kindOf(room.account)).toBe('none')
})

async function fetchAs(url: URL, host: string): Promise<{ status: number | undefined }> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { host } }, (response) => {
      response.resume()
      resolve({ status: response.statusCode })
    })
    asked.on('error', reject).end()
  })
}

test("a refusal on the issuer's page is shown, and the next sign-in works", async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.call().catch(() => undefined)
  issuer.consent = 'access_denied'
  issuer.errorDescription = '<script>alert(1)</script>'
  const page = await room.signIn()
  expect(page).toMatchObject({ status: 400, text: expect.stringContaining('refused on the issuer') })
  expect(await room.signIns.snapshotOf(room.account)).toMatchObject({ state: 'needed', authorizationUrl: null })
  issuer.consent = 'temporarily_unavailable'
  expect((await room.signIn()).text).not.toContain('<script>')
  issuer.consent = 'auto'
  expect((await room.signIn()).status).toBe(200)
})

test('an answer in the name of another issuer is not used or shown', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  const back = new URL((await authorize((await room.signIns.begin(room.account)) ?? '')) ?? '')
  back.searchParams.set('iss', 'https://evil.example')
  back.searchParams.set('error', 'visit evil.example')
  const page = await visit(back.href)
  expect(page).toMatchObject({ status: 400, text: expect.not.stringContaining('evil.example') })
  expect(JSON.stringify(await room.signIns.snapshotOf(room.account))).not.toContain('evil.example')
  expect(issuer.hearing.of('token')).toEqual([])
})

test('a code that the issuer does not accept gives an error that says so', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.call().catch(() => undefined)
  issuer.lie('token', lies.status(400, { error: 'invalid_grant', error_description: 'too late' }))
  expect((await room.signIn()).text).toContain('invalid_grant (too late)')
  expect((await room.signIns.snapshotOf(room.account)).error?.message).toContain('too late')
})

test('a server that refuses without a challenge gets a sign-in if it has metadata, and otherwise none', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer, challenges: () => [] })
  const room = await openRoom({ address: server.url })
  await expect(room.call()).rejects.toMatchObject({ data: { account: room.account } })
  const plain = await protectedForTest({ issuer, challenges: () => ['Basic realm="x"'], metadataAt: [] })
  const other = await openRoom({ address: plain.url })
  await expect(other.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED', data: { problem: expect.any(String) } })
  expect(other.signIns.kindOf(other.account)).toBe('none')
})

test('an unfinished sign-in ends after ten minutes, together with its listener', async () => {
  const clock = manualClock(Date.now())
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url, clock })
  await room.call().catch(() => undefined)
  const url = await room.signIns.begin(room.account)
  const back = await authorize(url ?? '')
  clock.advance(9 * 60_000)
  expect(room.signIns.kindOf(room.account)).toBe('waiting')
  const ended = room.signIns.signedIn(room.account, new AbortController().signal)
  clock.advance(61_000)
  expect(await ended).toBe(false)
  expect((await visit(back ?? '')).text).toContain('ten minutes')
  expect((await room.signIns.snapshotOf(room.account)).error?.message).toContain('ten minutes')
  clock.advance(20_000)
  await expect(visit(back ?? '')).rejects.toThrow()
  expect(issuer.hearing.of('token')).toEqual([])
})

test('waiting for a sign-in can be aborted', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.signIns.begin(room.account)
  const giving = new AbortController()
  const ended = room.signIns.signedIn(room.account, giving.signal)
  giving.abort(new Error('given up'))
  await expect(ended).rejects.toThrow('given up')
  expect(room.signIns.kindOf(room.account)).toBe('waiting')
})
