/** Servers and tools are switched on and off while clients are connected. */
import { expect, vi } from 'vitest'
import { factsOf, type Way } from '#test/outside/driver/addresses'
import { namesOf, report } from '#test/outside/driver/outsideClient'
import { reasons } from '#test/outside/driver/reasons'
import type { Cell, Chapter } from '#test/outside/driver/scenario'
import { worker, type World } from '#test/outside/driver/world'
import { openPlace, type Place } from '#test/outside/driver/place'
import { patience } from '#test/support/patience'

const world = (): World => ({
  servers: { steady: worker('steady', ['steady_work']), moved: worker('moved', ['moved_work', 'moved_more']) },
})

const clientOf = (cell: Cell) => cell.client('moved')
const isAtServer = ({ address }: Cell) => factsOf(address).sees === 'server'
const namesAt = async (cell: Cell) => namesOf(await (await clientOf(cell)).tools())

/** Switches the server over REST for the way `added`, and by command for the way `file`. */
async function switchServer(place: Place, enabled: boolean): Promise<void> {
  if (place.way === 'added') await place.rest('PUT', '/servers/moved/enabled', { enabled })
  else expect(await place.command(enabled ? 'enable' : 'disable', 'moved')).toMatchObject({ code: 0 })
}

async function switchTool(place: Place, enabled: boolean): Promise<void> {
  if (place.way === 'file')
    await place.rest('PUT', '/tools/enabled', { server: 'moved', names: ['moved_more'], enabled })
  else
    expect(await place.command(enabled ? 'enable' : 'disable', 'moved', '--tool', 'moved_more')).toMatchObject({
      code: 0,
    })
}

/** Asserts that the change notifies each client of changed tools. */
async function toldOf(cells: readonly Cell[], change: () => Promise<void>): Promise<void> {
  const clients = await Promise.all(cells.map(clientOf))
  const counts = () =>
    clients.map((client) => client.mcp?.told.filter(({ method }) => method.endsWith('tools/list_changed')).length)
  // A client that has never listed is not notified, so each client lists first.
  for (const client of clients) await client.tools()
  const before = counts()
  await change()
  await vi.waitFor(() => {
    for (const [place, count] of counts().entries())
      if (count !== undefined)
        expect([cells[place]?.address, count]).not.toEqual([cells[place]?.address, before[place]])
  }, patience)
}

async function isGone(cell: Cell, tool: string): Promise<void> {
  expect(await namesAt(cell)).not.toContain(tool)
  const outcome = await (await clientOf(cell)).call(tool)
  expect([cell.address, outcome.ok, outcome.text]).toEqual([
    cell.address,
    false,
    expect.stringContaining(`Unknown tool: ${tool}`),
  ])
}

/** Asserts that a call is not answered: the address of a removed server no longer exists, and connections to it end. */
async function isRefused(cell: Cell, tool: string): Promise<void> {
  const client = await clientOf(cell)
  const isAnswered = await client.call(tool).then(
    ({ ok }) => ok,
    () => false,
  )
  expect([cell.address, isAnswered]).toEqual([cell.address, false])
}

/** Uses an engine of its own without clients, because bridges would start the next engine themselves. */
async function staysOff(way: Way): Promise<void> {
  const place = await openPlace(way, world)
  try {
    await switchServer(place, false)
    const isOff = { enabled: false, state: { kind: 'stopped' } }
    await place.restart()
    expect(await place.server('moved')).toMatchObject(isOff)
    if (way === 'added') return
    const { servers } = world()
    place.writeFile({ servers: { ...servers, moved: { ...servers['moved'], description: 'edited' } } })
    await vi.waitFor(async () => expect(await place.server('moved')).toMatchObject({ description: 'edited' }), patience)
    expect(await place.server('moved')).toMatchObject(isOff)
  } finally {
    await place.close()
  }
}

export const switches: Chapter = {
  title: 'switching while clients are connected',
  world,
  scenarios: [
    {
      source: '001',
      name: 'Register tools on server enable',
      title: '[R12] [R15] announced, listed and callable at once; catches a client that has to connect again',
      notAt: [reasons.notSteered],
      play: {
        together: async (cells, place) => {
          await switchServer(place, false)
          const atOthers = cells.filter((cell) => !isAtServer(cell))
          await toldOf(atOthers, () => switchServer(place, true))
          for (const cell of cells) {
            expect(await namesAt(cell)).toEqual(expect.arrayContaining(['moved_work', 'moved_more']))
            expect(await report(await clientOf(cell), 'moved_work')).toMatchObject({ server: 'moved' })
          }
        },
      },
    },
    {
      source: '001',
      name: 'Update tools on tool enable/disable',
      title: '[R12] gone at once and back at once, in the same process; catches a toggle that restarts its server',
      notAt: [reasons.notSteered],
      play: {
        together: async (cells, place) => {
          const { pid } = (await place.reaches('moved', 'ready')).state
          await toldOf(cells, () => switchTool(place, false))
          for (const cell of cells) await isGone(cell, 'moved_more')
          await toldOf(cells, () => switchTool(place, true))
          for (const cell of cells)
            expect(await report(await clientOf(cell), 'moved_more')).toMatchObject({ server: 'moved', pid })
        },
      },
    },
    {
      source: '001',
      name: 'Unregister tools on server disable',
      title: '[R12] announced, gone at once, and still gone later; catches a switch that a restart or an edit forgets',
      notAt: [reasons.notSteered],
      play: {
        together: async (cells, place) => {
          const atServer = cells.filter(isAtServer)
          await Promise.all(atServer.map(clientOf))
          const atOthers = cells.filter((cell) => !isAtServer(cell))
          await toldOf(atOthers, () => switchServer(place, false))
          for (const cell of atOthers) await isGone(cell, 'moved_work')
          for (const cell of atServer) await isRefused(cell, 'moved_work')
          await switchServer(place, true)
          await staysOff(place.way)
        },
      },
    },
  ],
}
