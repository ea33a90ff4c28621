/** Many requests, and several engines, get an expired token at the same moment. */
import { expect, it, onTestFinished } from 'vitest'
import { far, followedEngine, signedInBench } from '#test/integration/signIn/signInBench'
import { lies } from '#test/support/signIn/answers'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { deferred } from '#test/support/deferred'
import { findPostgres } from '#test/support/postgres'
import { temporaryFolder } from '#test/support/temporaryFolder'

const calls = Array.from({ length: 50 }, (_, number) => number)
const answers = calls.map((number) => JSON.stringify({ number }))

// Catches an engine that makes one refresh per request. The issuer would see its refresh token twice, and revoke all of
// the sign-in's tokens.
it('50 calls that meet an expired token at the same time cost one refresh, and no call is lost', async () => {
  const { issuer, server, one } = await signedInBench()
  const gate = deferred()
  onTestFinished(() => gate.resolve())
  issuer.grants.endAccessTokens()
  issuer.lie('token', lies.heldBefore(gate.promise))
  const refusals = server.refusals
  const running = calls.map((number) => one.call('echo', { number }))
  await issuer.hearing.seen('token', 2)
  await server.hearing.seen('mcp', server.hearing.of('mcp').length)
  gate.resolve()
  expect(await Promise.all(running)).toEqual(answers)
  expect(server.refusals - refusals).toBeGreaterThan(1)
  expect([issuer.count('refresh_token'), issuer.grants.reuses]).toEqual([1, 0])
  expect(await one.kind(far)).toBe('signedIn')
})

// Catches an engine that opens one browser page, or makes one registration, per refused request.
it('50 calls without a sign-in start none: each error says what to do, and no issuer is asked for a page', async () => {
  const { issuer, one } = await signedInBench()
  await one.client.signIn.end({ slug: far })
  const outcomes = await Promise.allSettled(calls.map((number) => one.call('echo', { number })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([])
  const reasons = outcomes.map((outcome) => String((outcome as PromiseRejectedResult).reason))
  expect(new Set(reasons).size).toBe(1)
  expect(reasons[0]).toMatch(/needs a sign-in.*switchboard sign-in far/)
  expect([issuer.hearing.of('authorize').length, issuer.hearing.of('register').length]).toEqual([1, 1])
})

const postgres = findPostgres()

// Catches engines that do not know of each other. All but the first would send a refresh token that is already used.
it.skipIf(postgres === null)('4 engines on one Postgres make one refresh together, and no call is lost', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const databaseUrl = (await postgres?.createDatabase()) ?? ''
  const open = async () => followedEngine(await temporaryFolder(), { databaseUrl, sharedVaultKey: 'key of the test' })
  const first = await open()
  await first.add(far, server.url)
  await first.becomes('needed')
  await first.signIn(far)
  const engines = [first, await open(), await open(), await open()]
  for (const engine of engines) {
    await engine.becomes('signedIn')
    // Another engine has already read the server's lists, so the server starts only when it is used.
    expect(await engine.call('echo', { first: true })).toBe('{"first":true}')
  }
  issuer.grants.endAccessTokens()
  const running = engines.flatMap((engine) => calls.map((number) => engine.call('echo', { number })))
  expect(await Promise.all(running)).toEqual(engines.flatMap(() => answers))
  expect([issuer.count('refresh_token'), issuer.grants.reuses, issuer.grants.revokedFamilies]).toEqual([1, 0, 0])
  for (const engine of engines) expect(await engine.kind(far)).toBe('signedIn')
})
