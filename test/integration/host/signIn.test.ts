/** The address that signs a browser in. It works once, for a short time, and only for the page of this engine. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDoor, send, token } from '#test/integration/host/openDoor'
import { manualClock } from '#test/support/manualClock'
import { temporaryFolder } from '#test/support/temporaryFolder'

const lifeMs = 60_000

async function openSignIn() {
  const pageFolder = await temporaryFolder()
  await writeFile(join(pageFolder, 'index.html'), '<title>Page</title>')
  const clock = manualClock()
  const { door } = await openDoor({ pageFolder, clock })
  const ticketOf = (address: string | null) => /#ticket=([\w-]+)$/.exec(address ?? '')?.[1] ?? ''
  const exchange = (ticket: string, headers: Record<string, string> = {}) =>
    send(door.url, {
      method: 'POST',
      path: '/api/v1/sign-in',
      headers: { host: new URL(door.url).host, authorization: `Ticket ${ticket}`, ...headers },
    })
  return { door, clock, exchange, newTicket: () => ticketOf(door.signInAddress(lifeMs)) }
}

test('a sign-in address contains no token, and its ticket can be exchanged for a token once', async () => {
  const { door, exchange, newTicket } = await openSignIn()
  expect(door.signInAddress(lifeMs)).not.toContain(token)
  const ticket = newTicket()
  const answer = await exchange(ticket, { origin: door.url })
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { token }])
  expect(answer.headers['cache-control']).toBe('no-store')
  const again = await exchange(ticket, { origin: door.url })
  expect(again.status).toBe(401)
  expect(again.text).toContain('switchboard open')
})

test('an expired ticket is refused, and one that is a moment younger is accepted', async () => {
  const { clock, exchange, newTicket } = await openSignIn()
  const [first, second] = [newTicket(), newTicket()]
  clock.advance(lifeMs - 1)
  expect((await exchange(first)).status).toBe(200)
  clock.advance(1)
  expect((await exchange(second)).status).toBe(401)
})

test('other origins, other hosts, other methods and other tickets get nothing, and use up no ticket', async () => {
  const { door, exchange, newTicket } = await openSignIn()
  const ticket = newTicket()
  expect((await exchange(ticket, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await exchange(ticket, { origin: 'null' })).status).toBe(403)
  expect((await exchange(ticket, { host: 'evil.example' })).status).toBe(403)
  expect((await exchange('', {})).status).toBe(401)
  expect((await exchange('x', { authorization: `Bearer ${ticket}` })).status).toBe(401)
  const get = await send(door.url, { path: '/api/v1/sign-in', headers: { authorization: `Ticket ${ticket}` } })
  expect(get.status).not.toBe(200)
  const socket = await send(door.url, { path: `/api/ws?ticket=${ticket}` })
  expect(socket.status).not.toBe(101)
  expect((await exchange(ticket)).status).toBe(200)
})

test('without a page there is nothing to sign in to', async () => {
  const { door } = await openDoor()
  expect(door.signInAddress(lifeMs)).toBeNull()
})
