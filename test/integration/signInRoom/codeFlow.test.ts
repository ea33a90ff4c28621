import { expect, test } from 'vitest'
import { signInByBrowser } from '#test/support/signIn/browser'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { openRoom } from '#test/support/signIn/room'

test('a server that refuses is signed in to by a person, and calls go on', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })

  await expect(room.call()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED', data: { account: room.account } })
  expect(room.signIns.kindOf(room.account)).toBe('needed')
  const url = await room.signIns.begin(room.account)
  expect(room.signIns.kindOf(room.account)).toBe('waiting')
  const returned = await signInByBrowser(url ?? '')
  expect(returned.text).toContain('Signed in')
  expect(room.signIns.kindOf(room.account)).toBe('signedIn')
  expect((await room.call()).status).toBe(200)
})

test('an access token that has ended is refreshed unseen, and by one request for all calls', async () => {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const room = await openRoom({ address: server.url })
  const url = await room.signIns.begin(room.account)
  await signInByBrowser(url ?? '')
  issuer.grants.endAccessTokens()
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await room.call()).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(issuer.count('refresh_token')).toBe(1)
})
