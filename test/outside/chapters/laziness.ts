/** Servers that are not running until their first use, and the clients that share them from then on. */
import { expect, vi } from 'vitest'
import { factsOf, thatSee } from '#test/outside/driver/addresses'
import { openClient } from '#test/outside/driver/otherClients'
import { report } from '#test/outside/driver/outsideClient'
import type { Place } from '#test/outside/driver/place'
import { reasons } from '#test/outside/driver/reasons'
import { except, type Cell, type Chapter } from '#test/outside/driver/scenario'
import { worker, type World } from '#test/outside/driver/world'
import { patience } from '#test/support/patience'

const twins = worker('twin', ['twin_work'])
const world = (): World => ({
  servers: { here: twins, one: worker('one', ['one_work']) },
  elsewhere: { there: twins },
})

const ours = ['here', 'one'] as const

const pidsOf = (place: Place) =>
  Promise.all(ours.map(async (slug) => Number((await place.reaches(slug, 'ready')).state.pid)))

/**
 * Uses a client of its own. A permanent client, above all a bridge, would reconnect before the test's first request.
 */
async function firstRequestStartsAll({ place, address }: Cell): Promise<void> {
  // A server that was never listed is started once, to read its lists.
  await place.rest('GET', '/tools/listed')
  for (const slug of ['here', 'one', 'there']) await place.reaches(slug, 'ready')
  await place.restart()
  expect((await place.servers()).map(({ state }) => state.kind)).toEqual(['stopped', 'stopped', 'stopped'])
  const client = await openClient(place, address, 'one')
  try {
    await client.tools()
    // At the address of one server, only that server is used.
    const slugs = factsOf(address).sees === 'server' ? (['one'] as const) : ours
    const pids = async () => Promise.all(slugs.map(async (slug) => (await place.reaches(slug, 'ready')).state.pid))
    const before = await pids()
    expect((await report(client, 'one_work')).pid).toBe(before.at(-1))
    expect(await pids()).toEqual(before)
  } finally {
    await client.close()
  }
}

/** Asserts that a call starts the server again after it has exited like a server that has finished. */
async function callConnects(cell: Cell): Promise<void> {
  const { place } = cell
  const client = await cell.client('one')
  const { state } = await place.server('one')
  if (state.kind === 'ready') await place.tryRest('POST', '/tools/call', { name: 'one_work', arguments: { die: 0 } })
  await place.reaches('one', 'stopped')
  const { pid } = await report(client, 'one_work')
  expect((await place.reaches('one', 'ready')).state.pid).toBe(pid)
  expect((await report(client, 'one_work')).pid).toBe(pid)
}

export const laziness: Chapter = {
  title: 'unused servers',
  world,
  scenarios: [
    {
      source: '000',
      name: 'Lazy initialization',
      title: '[R6] [R8] the first request starts all of them, later requests reuse them; catches a second process',
      notAt: [reasons.notSteered],
      play: { each: firstRequestStartsAll },
    },
    {
      source: '002',
      name: 'Lazy connection on first tool call',
      title: '[R6] [R8] connected when one of its tools is first needed, then kept; catches a connection for each run',
      notAt: [reasons.notSteered],
      play: { each: callConnects },
    },
    {
      source: '002',
      name: 'Connection pooling per project',
      title: '[R8] one connection for all users, another for another project; catches one for each client',
      notAt: [reasons.notSteered, except('the project is that of the server there', thatSee('server'))],
      play: {
        together: async (cells, place) => {
          await place.rest('GET', '/tools/listed')
          const pids = cells.map(async (cell) => {
            const name = factsOf(cell.address).sees === 'all' ? 'here__twin_work' : 'twin_work'
            return (await report(await cell.client('here'), name)).pid
          })
          const [pid] = await pidsOf(place)
          expect(new Set(await Promise.all(pids))).toEqual(new Set([pid]))
          const there = await vi.waitFor(() => place.reaches('there', 'ready'), patience)
          expect(there.state.pid).not.toBe(pid)
        },
      },
    },
  ],
}
