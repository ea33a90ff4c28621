import { describe, expect, test } from 'vitest'
import { lies } from '#test/support/signIn/answers'
import { deferred } from '#test/support/deferred'
import { manualClock } from '#test/support/manualClock'
import { type Issuer, issuerForTest, type IssuerOptions } from '#test/support/signIn/issuer'
import { type ProtectedServer, protectedForTest } from '#test/support/signIn/protectedServer'
import { memoryVault, openRoom, type Room, type RoomOptions } from '#test/support/signIn/room'

const minute = 60_000

interface SignedIn {
  readonly issuer: Issuer
  readonly server: ProtectedServer
  readonly room: Room
}

async function signedIn(options: IssuerOptions = {}, more: Partial<RoomOptions> = {}): Promise<SignedIn> {
  const issuer = await issuerForTest(options)
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url, ...more })
  await room.signIn()
  return { issuer, server, room }
}

/** Opens another engine, or the next run. */
const again = ({ server, room }: SignedIn, more: Partial<RoomOptions> = {}) =>
  openRoom({ address: server.url, folder: room.folder, vault: room.vault, ...more })

test('50 calls that meet an expired token at the same time cost one refresh, and no call is lost', async () => {
  const { issuer, room } = await signedIn()
  issuer.grants.endAccessTokens()
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await room.call()).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(issuer.count('refresh_token')).toBe(1)
  expect(issuer.grants.reuses).toBe(0)
})

test('the next run is signed in with the newest tokens', async () => {
  const first = await signedIn()
  first.issuer.grants.endAccessTokens()
  await first.room.call()
  await first.room.close()
  const room = await again(first)
  expect(room.signIns.kindOf(room.account)).toBe('signedIn')
  expect((await room.call()).status).toBe(200)
  expect(first.issuer.count('refresh_token')).toBe(1)
})

test('if the issuer sends no new refresh token, the old one stays valid', async () => {
  const { issuer, room } = await signedIn({ rotation: false })
  for (let count = 1; count <= 3; count += 1) {
    issuer.grants.endAccessTokens()
    expect((await room.call()).status).toBe(200)
  }
  expect(issuer.count('refresh_token')).toBe(3)
})

test('a refresh names the scopes only if a setting says so', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer, scope: 'read' })
  const room = await openRoom({ address: server.url })
  await room.signIn()
  for (const scopeOnRefresh of [false, true]) {
    room.server = { ...room.server, settings: { scopeOnRefresh } }
    issuer.grants.endAccessTokens()
    await room.call()
  }
  const refreshes = issuer.hearing.of('token').filter(({ form }) => form.get('grant_type') === 'refresh_token')
  expect(refreshes.map(({ form }) => form.get('scope'))).toEqual([null, 'read'])
})

describe('a network that fails', () => {
  // Catches a client that loses its sign-in through a short failure.
  test.each([
    ['an issuer that is down', (issuer: Issuer) => issuer.close(), (issuer: Issuer) => issuer.revive()],
    [
      'an error from the issuer’s proxy',
      async (issuer: Issuer) => issuer.lie('token', lies.status(503)),
      async (issuer: Issuer) => issuer.lie('token'),
    ],
    [
      'too many requests',
      async (issuer: Issuer) => issuer.lie('token', lies.status(429)),
      async (issuer: Issuer) => issuer.lie('token'),
    ],
  ])('does not end the sign-in: %s', async (_title, fail, mend) => {
    const clock = manualClock(Date.now())
    const { issuer, room } = await signedIn({}, { clock })
    issuer.grants.endAccessTokens()
    await fail(issuer)
    await expect(room.call()).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
    const { state, nextRefreshAt, error } = await room.signIns.snapshotOf(room.account)
    expect({ state, code: error?.code }).toEqual({ state: 'cannotRefresh', code: 'SERVER_UNAVAILABLE' })
    expect(nextRefreshAt).toBeGreaterThan(clock.now())
    await mend(issuer)
    clock.advance(10_000)
    await issuer.hearing.seen('token', 2)
    expect((await room.call()).status).toBe(200)
    expect(issuer.grants.reuses).toBe(0)
  })

  test('does not cause a request to the issuer for every call', async () => {
    const clock = manualClock(Date.now())
    const { issuer, room } = await signedIn({}, { clock })
    issuer.grants.endAccessTokens()
    issuer.lie('token', lies.status(503))
    for (let count = 0; count < 5; count += 1) await room.call().catch(() => undefined)
    expect(issuer.count('refresh_token')).toBe(1)
  })

  test('after the refresh token was sent counts as its use, so the token is never sent again', async () => {
    const { issuer, room } = await signedIn()
    issuer.lie('token', lies.dropsAfter)
    issuer.grants.endAccessTokens()
    await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    issuer.lie('token')
    await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect(issuer.count('refresh_token')).toBe(1)
    expect(issuer.grants.reuses).toBe(0)
    expect(room.signIns.kindOf(room.account)).toBe('needed')
    await room.signIn()
    expect((await room.call()).status).toBe(200)
  })
})

test('an engine that is killed while it refreshes never sends that refresh token again', async () => {
  const gate = deferred()
  const killed = await signedIn()
  killed.issuer.grants.endAccessTokens()
  killed.issuer.lie('token', lies.heldAfter(gate.promise))
  const lost = killed.room.call().catch(() => undefined)
  await killed.issuer.hearing.seen('token', 2)
  // What the next run finds: a copy of the vault and the store at this moment.
  const copied = memoryVault(killed.room.vault.items)
  const next = await openRoom({ address: killed.server.url, store: killed.room.store, vault: copied })
  expect(next.signIns.kindOf(next.account)).toBe('signedIn')
  killed.issuer.lie('token')
  await expect(next.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  expect(killed.issuer.count('refresh_token')).toBe(1)
  gate.resolve()
  await lost
  expect(killed.issuer.grants.reuses).toBe(0)
})

// Catches a slow refresh that overwrites the new sign-in's tokens with the old sign-in's.
test('a sign-in during a refresh wins, and starting a sign-in loses no refresh', async () => {
  const { issuer, server, room } = await signedIn()
  const gate = deferred()
  issuer.lie('token', lies.heldAfter(gate.promise))
  issuer.grants.endAccessTokens()
  const call = room.call().catch(() => undefined)
  await issuer.hearing.seen('token', 2)
  issuer.lie('token')
  await room.signIn()
  const header = room.header()
  gate.resolve()
  await call
  expect(room.header()).toBe(header)
  issuer.grants.endAccessTokens()
  const other = deferred()
  issuer.lie('token', lies.heldAfter(other.promise))
  const second = room.call()
  await issuer.hearing.seen('token', 4)
  await room.signIns.begin(room.account)
  other.resolve()
  expect((await second).status).toBe(200)
  issuer.lie('token')
  await room.close()
  const next = await again({ issuer, server, room })
  issuer.grants.endAccessTokens()
  expect((await next.call()).status).toBe(200)
  expect(issuer.grants.reuses).toBe(0)
})

test('starting a sign-in after a lost refresh does not make the used refresh token usable again', async () => {
  const { issuer, room } = await signedIn()
  issuer.lie('token', lies.dropsAfter)
  issuer.grants.endAccessTokens()
  await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  issuer.lie('token')
  await room.signIns.begin(room.account)
  await room.signIns.cancel(room.account)
  await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
  expect(issuer.grants.reuses).toBe(0)
})

describe('an issuer that ends the sign-in', () => {
  test('is believed, even after a restart, and a person can sign in again', async () => {
    const first = await signedIn()
    first.issuer.grants.revokeAll()
    await expect(first.room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect(await first.room.signIns.snapshotOf(first.room.account)).toMatchObject({
      state: 'needed',
      error: { message: expect.stringContaining('invalid_grant') },
    })
    await first.room.close()
    const room = await again(first)
    expect(room.signIns.kindOf(room.account)).toBe('needed')
    await room.signIn()
    expect((await room.call()).status).toBe(200)
    expect(first.issuer.hearing.of('register')).toHaveLength(1)
  })

  test('because it has forgotten the client gets a new client', async () => {
    const { issuer, room } = await signedIn()
    issuer.prune()
    issuer.grants.endAccessTokens()
    await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    await room.signIn()
    expect((await room.call()).status).toBe(200)
    expect(issuer.hearing.of('register')).toHaveLength(2)
  })
})

describe('refreshing ahead of time', () => {
  const settled = async (room: Room, count: number, issuer: Issuer) => {
    await issuer.hearing.seen('token', count)
    await room.signIns.signedIn(room.account, new AbortController().signal)
  }

  test('refreshes each token before it expires', async () => {
    const clock = manualClock(Date.now())
    const { issuer, room } = await signedIn({ now: () => clock.now() }, { clock })
    for (let count = 2; count <= 4; count += 1) {
      const before = room.header()
      const { nextRefreshAt, expiresAt } = await room.signIns.snapshotOf(room.account)
      expect(nextRefreshAt).toBeLessThan(expiresAt ?? 0)
      clock.advance((nextRefreshAt ?? 0) - clock.now() + 1)
      await settled(room, count, issuer)
      await changedHeader(room, before)
      expect((await room.call()).status).toBe(200)
    }
    expect(issuer.grants.reuses).toBe(0)
  })

  test('does not depend on a wrong time of day', async () => {
    const clock = manualClock(Date.now())
    const { issuer, room } = await signedIn({}, { clock })
    clock.jump(-400 * 24 * 60 * minute)
    clock.advance(30 * minute)
    expect(issuer.count('refresh_token')).toBe(0)
    const before = room.header()
    clock.advance(25 * minute)
    await changedHeader(room, before)
    expect(issuer.count('refresh_token')).toBe(1)
  })

  test('uses the time of day after the machine slept', async () => {
    const clock = manualClock(Date.now())
    const { issuer, room } = await signedIn({}, { clock })
    const before = room.header()
    clock.jump(8 * 60 * minute)
    room.signIns.wake()
    clock.advance(1)
    await changedHeader(room, before)
    expect(issuer.count('refresh_token')).toBe(1)
  })

  test('asks for a sign-in when a token that cannot be refreshed expires', async () => {
    const clock = manualClock(Date.now())
    const { room } = await signedIn({ refreshTokens: false }, { clock })
    clock.advance(59 * minute)
    expect(room.signIns.kindOf(room.account)).toBe('signedIn')
    clock.advance(2 * minute)
    expect(room.signIns.kindOf(room.account)).toBe('needed')
  })
})

/** Resolves when the room has another token. */
async function changedHeader(room: Room, before: string | null): Promise<void> {
  if (room.header() !== before) return
  await new Promise<void>((resolve) => {
    room.signIns.onChanged(() => {
      if (room.header() !== before) resolve()
    })
  })
}

describe('engines that share a store and a vault', () => {
  const engines = async (names: readonly string[]) => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const shared = { address: server.url, sharedVault: true }
    const first = await openRoom({ ...shared, engine: 'first' })
    const { store, vault } = first
    await first.signIn()
    const rooms = [first]
    for (const engine of names) rooms.push(await openRoom({ ...shared, store, vault, engine }))
    return { issuer, rooms }
  }

  test('refresh once for all of them', async () => {
    const { issuer, rooms } = await engines(['second', 'third', 'fourth'])
    issuer.grants.endAccessTokens()
    const calls = rooms.flatMap((room) => Array.from({ length: 12 }, async () => (await room.call()).status))
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
    expect(issuer.count('refresh_token')).toBe(1)
    expect(issuer.grants.reuses).toBe(0)
    expect(new Set(rooms.map((room) => room.header())).size).toBe(1)
  })

  // Catches an engine that sends the refresh token of an engine that is slow or was killed.
  test('never send a refresh token that another engine may have sent', async () => {
    const { issuer, rooms } = await engines(['second'])
    const [first, second] = rooms
    issuer.lie('token', lies.dropsAfter)
    issuer.grants.endAccessTokens()
    await expect(first?.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    issuer.lie('token')
    await expect(second?.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect(issuer.count('refresh_token')).toBe(1)
    expect(issuer.grants.reuses).toBe(0)
  })

  test('adopt each other’s sign-ins and sign-outs', async () => {
    const { rooms } = await engines(['second'])
    const [one, other] = rooms as [Room, Room]
    const items = [...one.vault.items.keys(), 'secrets/default/OTHER']
    await one.signIn()
    expect(other.header()).not.toBe(one.header())
    await other.signIns.takeIn(items)
    expect(other.header()).toBe(one.header())
    expect(other.signIns.kindOf(other.account)).toBe('signedIn')
    await one.signIns.end(one.account)
    await other.signIns.takeIn(items)
    expect(other.header()).toBeNull()
    expect(other.signIns.kindOf(other.account)).toBe('none')
    await one.signIn()
    await one.signIns.forget(one.account)
    await other.signIns.takeIn(items)
    expect(other.signIns.kindOf(other.account)).toBe('none')
  })

  test('have their own sign-ins if they share no vault', async () => {
    const issuer = await issuerForTest()
    const server = await protectedForTest({ issuer })
    const one = await openRoom({ address: server.url, engine: 'one' })
    await one.signIn()
    const other = await openRoom({ address: server.url, engine: 'other', store: one.store })
    await expect(other.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    await other.signIn()
    await other.signIns.removeLeft(() => false)
    expect((await one.call()).status).toBe(200)
  })
})
