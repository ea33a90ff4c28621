import { describe, expect, test } from 'vitest'
import { lies } from '#test/support/signIn/answers'
import { deferred } from '#test/support/deferred'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { memoryVault, openRoom } from '#test/support/signIn/room'

describe('a vault that is locked', () => {
  test('keeps a sign-in for this run, and a message says so', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const vault = memoryVault()
    vault.locked = true
    const room = await openRoom({ address: server.url, vault })
    await room.signIn()
    expect((await room.call()).status).toBe(200)
    expect(await room.signIns.snapshotOf(room.account)).toMatchObject({
      state: 'signedIn',
      error: { code: 'VAULT_UNAVAILABLE', message: expect.stringContaining('only until Switchboard closes') },
    })
    issuer.grants.endAccessTokens()
    expect((await room.call()).status).toBe(200)
    expect(vault.items.size).toBe(0)
  })

  test('at a start does not sign out: the sign-in is used when the vault opens', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const first = await openRoom({ address: server.url })
    await first.signIn()
    await first.close()
    const { vault, folder } = first
    vault.locked = true
    const room = await openRoom({ address: server.url, vault, folder })
    expect(await room.signIns.snapshotOf(room.account)).toMatchObject({
      state: 'needed',
      error: { code: 'VAULT_UNAVAILABLE' },
    })
    await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    vault.locked = false
    expect((await room.call()).status).toBe(200)
    expect(room.signIns.kindOf(room.account)).toBe('signedIn')
    expect(issuer.count('authorization_code')).toBe(1)
  })

  test('makes a sign-out last only for this run, and a message says so', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const room = await openRoom({ address: server.url })
    await room.signIn()
    room.vault.locked = true
    await expect(room.signIns.end(room.account)).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE' })
    expect(room.header()).toBeNull()
  })
})

test('a damaged item is reported, and replaced by the next sign-in', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const first = await openRoom({ address: server.url })
  await first.signIn()
  await first.close()
  const { vault, folder } = first
  for (const name of vault.items.keys()) vault.items.set(name, '{"format":1')
  const room = await openRoom({ address: server.url, vault, folder })
  expect((await room.signIns.snapshotOf(room.account)).error?.message).toContain('damaged')
  await room.signIn()
  expect((await room.call()).status).toBe(200)
})

describe('a sign-out', () => {
  test('revokes the refresh token, then the access token, and a sign-in is needed again', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const room = await openRoom({ address: server.url })
    await room.signIn()
    await room.signIns.end(room.account)
    expect(room.signIns.kindOf(room.account)).toBe('none')
    expect(issuer.hearing.of('revoke').map(({ form }) => form.get('token_type_hint'))).toEqual([
      'refresh_token',
      'access_token',
    ])
    expect([...room.vault.items.values()].join('')).not.toMatch(/access-|refresh-/)
    await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  })

  test('works even if the issuer does not answer', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const room = await openRoom({ address: server.url })
    await room.signIn()
    await issuer.close()
    await room.signIns.end(room.account)
    expect(room.header()).toBeNull()
  })

  test('during a refresh also ends the refreshed tokens', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const room = await openRoom({ address: server.url })
    await room.signIn()
    const gate = deferred()
    issuer.lie('token', lies.heldAfter(gate.promise))
    issuer.grants.endAccessTokens()
    const call = room.call().catch(() => undefined)
    await issuer.hearing.seen('token', 2)
    const ended = room.signIns.end(room.account)
    gate.resolve()
    await Promise.all([ended, call])
    expect(room.header()).toBeNull()
    expect(issuer.grants.revokedFamilies).toBe(1)
  })
})

test('closing waits for a refresh that was sent, so that its tokens are stored', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.signIn()
  const gate = deferred()
  issuer.lie('token', lies.heldAfter(gate.promise))
  issuer.grants.endAccessTokens()
  const call = room.call().catch(() => undefined)
  await issuer.hearing.seen('token', 2)
  const closed = room.close()
  gate.resolve()
  await Promise.all([closed, call])
  const { vault, folder } = room
  const next = await openRoom({ address: server.url, vault, folder })
  expect((await next.call()).status).toBe(200)
  expect(issuer.count('refresh_token')).toBe(1)
})

test('closing ends a waiting sign-in and its listener', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.signIns.begin(room.account)
  const { redirectUri } = await room.signIns.snapshotOf(room.account)
  await room.close()
  await expect(fetch(redirectUri ?? '')).rejects.toThrow()
})

test('sign-ins of servers that are gone are removed', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  await room.signIn()
  await room.signIns.removeLeft(() => true)
  expect(room.vault.items.size).toBe(1)
  await room.signIns.removeLeft(() => false)
  expect(room.vault.items.size).toBe(0)
  expect(await room.store.signIns.list('engine')).toEqual([])
})
