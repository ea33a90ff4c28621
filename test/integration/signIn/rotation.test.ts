/** Long-lived sign-ins: rotation, tokens that are revoked after a reuse, short lifetimes, and sleep. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { type MovableClock, movableClock } from '#test/integration/signIn/movableClock'
import { far, type FollowedEngine, followedEngine, signedInBench } from '#test/integration/signIn/signInBench'
import { oidcForTest } from '#test/support/signIn/oidcProvider'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { sdkExampleForTest } from '#test/support/signIn/sdkExample'
import { patience } from '#test/support/patience'
import { temporaryFolder } from '#test/support/temporaryFolder'

const second = 1_000
const minute = 60 * second

/** Waits until no refresh is under way. Otherwise the refresh would time out when the test moves the clock. */
const refreshed = (one: FollowedEngine, clock: MovableClock) =>
  vi.waitFor(async () => expect((await one.state(far)).nextRefreshAt).toBeGreaterThan(clock.now()), patience)

// Catches a sign-in that is needed again after an hour, and a refresh token that is used twice.
it('for an hour with oidc-provider each call works, no person is asked again, and no tokens are revoked', async () => {
  const clock = movableClock()
  const date = vi.spyOn(Date, 'now').mockImplementation(() => clock.now())
  onTestFinished(() => date.mockRestore())
  const issuer = await oidcForTest({ accessSeconds: 60, refreshSeconds: 300 })
  const server = await protectedForTest({ issuer, scopesSupported: ['mcp:tools'] })
  const one = await followedEngine(await temporaryFolder(), { clock })
  await one.add(far, server.url)
  await one.becomes('needed')
  await one.signIn(far)
  await one.becomes('signedIn')
  await one.reaches('ready')
  for (let step = 0; step < 3_600 / 5; step += 1) {
    clock.advance(5 * second)
    await refreshed(one, clock)
    expect(await one.call('whoami'), `after ${step * 5} s`).toContain('mcp:tools')
  }
  expect(await one.kind(far)).toBe('signedIn')
  expect([issuer.registrations, issuer.revokedFamilies]).toEqual([1, 0])
  expect(issuer.issued).toBeGreaterThanOrEqual(60)
})

it('the SDK’s OAuth example server can be added, signed in to and called', async () => {
  const one = await followedEngine(await temporaryFolder(), {})
  await one.add(far, await sdkExampleForTest())
  await one.becomes('needed')
  await one.signIn(far)
  await one.becomes('signedIn')
  await one.reaches('ready')
  expect(await one.call('greet', { name: 'Ada' })).toContain('Ada')
})

// Catches a token that is refreshed only when a call with it fails.
it('a token is refreshed before it expires, without a refused request', async () => {
  const clock = movableClock()
  const { issuer, server, one } = await signedInBench({ issuer: { now: () => clock.now() }, ports: { clock } })
  const refusals = server.refusals
  for (let minutes = 0; minutes < 130; minutes += 1) {
    clock.advance(minute)
    await refreshed(one, clock)
    await one.call('echo')
  }
  expect(server.refusals).toBe(refusals)
  expect(issuer.count('refresh_token')).toBeGreaterThanOrEqual(2)
  expect(issuer.grants.reuses).toBe(0)
})

it('after a night of sleep the first call works, with one refresh', async () => {
  const clock = movableClock()
  const { issuer, one } = await signedInBench({ issuer: { now: () => clock.now() }, ports: { clock } })
  clock.jump(8 * 60 * minute)
  expect(await one.call('whoami')).toContain('client-')
  expect([issuer.count('refresh_token'), issuer.grants.reuses]).toEqual([1, 0])
})

it('a sign-in survives an engine restart, and its tokens are refreshed by the next run', async () => {
  const clock = movableClock()
  const { issuer, one, again } = await signedInBench({ issuer: { now: () => clock.now() }, ports: { clock } })
  await one.close()
  clock.advance(2 * 60 * minute)
  const other = await again()
  await other.becomes('signedIn')
  expect(await other.call('whoami')).toContain('client-')
  expect([issuer.count('authorization_code'), issuer.count('refresh_token')]).toEqual([1, 1])
  expect(issuer.grants.reuses).toBe(0)
})
