/** Refreshes that fail. A network failure costs nothing, and an issuer's refusal ends the sign-in once. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { movableClock } from '#test/integration/signIn/movableClock'
import { far, signedInBench } from '#test/integration/signIn/signInBench'
import { authorize } from '#test/support/signIn/browser'
import { type Lie, lies } from '#test/support/signIn/answers'
import { deferred } from '#test/support/deferred'
import { patience } from '#test/support/patience'
import { issuerForTest } from '#test/support/signIn/issuer'

const minute = 60_000

async function timedBench() {
  const clock = movableClock()
  return { clock, ...(await signedInBench({ issuer: { now: () => clock.now() }, ports: { clock } })) }
}

// Catches a browser that opens because of a short network failure.
const passing: readonly [string, Lie][] = [
  ['HTTP 503', lies.status(503)],
  ['HTTP 429', lies.status(429, { error: 'slow_down' })],
  ['temporarily_unavailable with 400', lies.status(400, { error: 'temporarily_unavailable' })],
  ['an HTML page with 502', (_honest, response) => void response.writeHead(502).end('<title>Bad gateway</title>')],
]
describe('a token endpoint that fails for a while', () => {
  it.each(passing)(
    'makes the sign-in cannotRefresh, with the time of the next attempt, after which the sign-in works again: %s',
    async (_title, lie) => {
      const { clock, issuer, one } = await timedBench()
      issuer.lie('token', lie)
      clock.advance(58 * minute)
      const { error, nextRefreshAt } = await one.becomes('cannotRefresh')
      expect(error?.message).toMatch(/cannot|could not|again|try/i)
      expect(nextRefreshAt).toBeGreaterThan(clock.now())
      expect(await one.call('whoami'), 'the access token is still good').toContain('client-')
      issuer.lie('token')
      clock.advance((nextRefreshAt ?? 0) - clock.now() + 1_000)
      await one.becomes('signedIn')
      expect(await one.call('whoami')).toContain('client-')
      expect([issuer.count('authorization_code'), issuer.grants.reuses]).toEqual([1, 0])
    },
  )

  it('is named in the errors of calls after the token has expired, and calls work as soon as the endpoint is back', async () => {
    const { clock, issuer, one } = await timedBench()
    await issuer.close()
    await expect(fetch(issuer.url), 'nothing answers there').rejects.toThrow()
    clock.advance(58 * minute)
    await one.becomes('cannotRefresh')
    clock.advance(5 * minute)
    await expect(one.call('echo')).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
    expect(await one.kind(far)).toBe('cannotRefresh')
    await issuer.revive()
    clock.advance(10 * minute)
    await one.becomes('signedIn')
    await one.reaches('ready')
    expect(await one.call('whoami')).toContain('client-')
    expect([issuer.count('authorization_code'), issuer.grants.reuses]).toEqual([1, 0])
  })
})

// Catches a refresh token that is sent again although the issuer may have used it. The issuer would revoke all of the
// person's tokens.
describe('an answer that is lost', () => {
  // Catches a refresh that schedules itself again immediately, for ever.
  it('is reported once, and no further refresh is tried', async () => {
    const { clock, issuer, log, one } = await timedBench()
    issuer.lie('token', lies.dropsAfter)
    clock.advance(58 * minute)
    await issuer.hearing.seen('token', 2)
    await vi.waitFor(async () => expect((await one.state(far)).error?.message).toMatch(/interrupted/), patience)
    for (let calls = 0; calls < 5; calls += 1) await one.call('echo')
    expect(log.entries.filter(({ message }) => message === 'a sign-in was not refreshed')).toHaveLength(1)
  })

  const lost: readonly [string, Lie][] = [
    ['the connection breaks after the request', lies.dropsAfter],
    ['the connection breaks before the request takes effect', lies.dropsBefore],
    ['the answer is an HTML page', lies.html],
    ['the answer ends in the middle', lies.notJson],
  ]
  it.each(lost)(
    'leaves the token usable until it expires, then needs a sign-in, and uses nothing twice: %s',
    async (_title, lie) => {
      const { clock, issuer, one } = await timedBench()
      issuer.lie('token', lie)
      clock.advance(58 * minute)
      await issuer.hearing.seen('token', 2)
      issuer.lie('token')
      expect(await one.call('whoami')).toContain('client-')
      clock.advance(5 * minute)
      await expect(one.call('echo')).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
      const { error } = await one.becomes('needed')
      expect(`${error?.message} ${error?.hint}`).toMatch(/Sign in/)
      expect([issuer.count('refresh_token'), issuer.grants.reuses]).toEqual([1, 0])
      await one.signIn(far)
      await one.becomes('signedIn')
      expect(await one.call('whoami')).toContain('client-')
    },
  )
})

// Catches an expired token that is tried for ever, and an error that is raw JSON.
describe('an issuer that refuses', () => {
  const words: readonly [string, Lie][] = [
    ['invalid_grant', lies.status(400, { error: 'invalid_grant' })],
    ['invalid_grant without a description', lies.status(400, { error: 'invalid_grant', error_description: null })],
    ['invalid_grant with 401', lies.status(401, { error: 'invalid_grant', error_description: 'Session is over' })],
  ]
  it.each(words)('makes a sign-in necessary, with a message, and is not asked again: %s', async (_title, lie) => {
    const { issuer, one } = await signedInBench()
    issuer.lie('token', lie)
    issuer.grants.endAccessTokens()
    await expect(one.call('echo')).rejects.toMatchObject({
      code: 'SIGN_IN_REQUIRED',
      message: expect.stringMatching(/switchboard sign-in far/) as string,
    })
    await one.becomes('needed')
    await expect(one.call('echo')).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect(issuer.count('refresh_token')).toBe(1)
  })

  it('because its refresh token was used elsewhere makes a sign-in necessary, and a new one works', async () => {
    const { issuer, vault, one } = await signedInBench()
    const refreshToken = /refresh-[\w-]+/.exec([...vault.items.values()].join(' '))?.[0] ?? ''
    const [client = ''] = issuer.clients.keys()
    expect(issuer.grants.refresh(refreshToken, client)).not.toBeNull()
    issuer.grants.endAccessTokens()
    await expect(one.call('echo')).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    await one.signIn(far)
    await one.becomes('signedIn')
    expect(await one.call('whoami')).toContain('client-')
  })

  // Catches a client id that is used for ever although the issuer has forgotten it.
  it('because it has deleted the client makes a sign-in necessary, which registers another client', async () => {
    const { issuer, one } = await signedInBench()
    issuer.prune()
    issuer.grants.endAccessTokens()
    await expect(one.call('echo')).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    await one.becomes('needed')
    await one.signIn(far)
    await one.becomes('signedIn')
    expect(issuer.hearing.of('register')).toHaveLength(2)
  })

  it('on its page because it has deleted the client accepts a new client after "forget"', async () => {
    const { issuer, one } = await signedInBench()
    await one.client.signIn.end({ slug: far })
    issuer.prune()
    const { authorizationUrl } = await one.client.signIn.begin({ slug: far })
    expect(await authorize(authorizationUrl ?? '')).toBeNull()
    await one.client.signIn.forget({ slug: far })
    await one.signIn(far)
    await one.becomes('signedIn')
    expect(issuer.hearing.of('register')).toHaveLength(2)
  })
})

// Catches one issuer's credentials that are sent to another issuer.
it('a server that names another issuer needs a sign-in, and the new issuer never sees a client or token of the old one', async () => {
  const { issuer, server, one } = await signedInBench({ issuer: { registration: 'secret' } })
  const other = await issuerForTest()
  server.authorizationServers = [other.url]
  issuer.grants.revokeAll()
  await expect(one.call('echo')).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  const { authorizationUrl } = await one.client.signIn.begin({ slug: far })
  expect(new URL(authorizationUrl ?? '').origin).toBe(other.origin)
  expect(other.hearing.of('register')).toHaveLength(1)
  const told = JSON.stringify(other.hearing.all.map(({ path, headers, body }) => [path, headers, body]))
  for (const secret of [...issuer.grants.secrets, ...issuer.clients.keys()]) expect(told).not.toContain(secret)
})

// Catches a person who is signed out because the machine's clock was set.
it.each([
  ['a day ahead', 1_440 * minute],
  ['a day back', -1_440 * minute],
])('after the time of day is set %s, calls continue with at most one refresh', async (_title, ms) => {
  const clock = movableClock()
  const { issuer, one } = await signedInBench({ ports: { clock } })
  clock.jump(ms)
  expect(await one.call('whoami')).toContain('client-')
  clock.jump(-ms)
  expect(await one.call('whoami')).toContain('client-')
  expect(issuer.count('refresh_token')).toBeLessThanOrEqual(1)
  expect([issuer.count('authorization_code'), issuer.grants.reuses]).toEqual([1, 0])
  expect(await one.kind(far)).toBe('signedIn')
})

it('after an engine closes during a refresh, the next run is signed in, or says that it is not', async () => {
  const { issuer, one, again } = await signedInBench()
  const gate = deferred()
  onTestFinished(() => gate.resolve())
  issuer.grants.endAccessTokens()
  issuer.lie('token', lies.heldAfter(gate.promise))
  const call = one.call('echo').catch(String)
  await issuer.hearing.seen('token', 2)
  const closed = one.close()
  gate.resolve()
  await Promise.all([closed, call])
  issuer.lie('token')
  const other = await again()
  await other.reaches('ready').catch(() => undefined)
  const kind = await other.kind(far)
  expect(['signedIn', 'needed']).toContain(kind)
  if (kind === 'signedIn') expect(await other.call('whoami')).toContain('client-')
  expect(issuer.grants.reuses).toBe(0)
})
