/** A server that is down and stays down, and a server that is no longer needed. */
import { expect, vi } from 'vitest'
import { openPlace, type Place } from '#test/outside/driver/place'
import { reasons } from '#test/outside/driver/reasons'
import type { Chapter } from '#test/outside/driver/scenario'
import { launchOf, worker, type World } from '#test/outside/driver/world'
import { patience } from '#test/support/patience'
import { isRunning } from '#test/support/processList'

const world = (): World => ({
  servers: { gone: { ...worker('gone', ['gone_work']), restart: 'never' }, there: worker('there', ['there_work']) },
})

const unneeded = (): World => ({
  servers: { peaceful: worker('peaceful', ['peaceful_work']), deaf: worker('deaf', ['deaf_work'], '--deaf') },
})

async function pidsOf(place: Place): Promise<number[]> {
  await place.rest('GET', '/tools/listed')
  return Promise.all(['peaceful', 'deaf'].map(async (slug) => Number((await place.reaches(slug, 'ready')).state.pid)))
}

const haveEnded = (pids: readonly number[]) => vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), patience)

async function reconfigure(place: Place): Promise<void> {
  const { servers } = unneeded()
  const changed = Object.entries(servers).map(([name, entry]) => [name, { ...entry, env: { CHANGED: 'yes' } }] as const)
  if (place.way === 'file') place.writeFile({ servers: Object.fromEntries(changed) })
  else for (const [name, entry] of changed) await place.rest('PATCH', `/servers/${name}`, { launch: launchOf(entry) })
}

/** Removes the servers, because the default project itself cannot be removed. */
async function unload(place: Place): Promise<void> {
  if (place.way === 'file') place.writeFile({ servers: {} })
  else for (const name of ['peaceful', 'deaf']) expect(await place.command('remove', name)).toMatchObject({ code: 0 })
}

export const outages: Chapter = {
  title: 'servers that are down',
  world,
  scenarios: [
    {
      source: '001',
      name: 'Server unavailable during tool call',
      title:
        '[R16] an error by name at once, and a line in the log; catches a call that hangs or is reported as unknown',
      notAt: [reasons.notSteered],
      play: {
        together: async (cells, place) => {
          await place.rest('GET', '/tools/listed')
          const { state } = await place.reaches('gone', 'ready')
          await Promise.all(cells.map(async (cell) => (await cell.client('gone')).tools()))
          process.kill(Number(state.pid), 'SIGKILL')
          await place.reaches('gone', 'failed')
          for (const cell of cells)
            expect([cell.address, await (await cell.client('gone')).call('gone_work')]).toEqual([
              cell.address,
              expect.objectContaining({
                ok: false,
                text: expect.stringMatching(/Unavailable: the server gone failed/) as unknown,
              }),
            ])
          await vi.waitFor(
            () => expect(place.log().match(/no server is available for a call/g)).toHaveLength(cells.length),
            patience,
          )
        },
      },
    },
    {
      source: '002',
      name: 'stdio process lifecycle',
      title:
        '[R7] exits when it is reconfigured or removed, by force if necessary; catches a process that is left behind',
      notAt: [reasons.theEngine],
      play: {
        once: async ({ way }) => {
          const place = await openPlace(way, unneeded)
          try {
            const first = await pidsOf(place)
            await reconfigure(place)
            await haveEnded(first)
            const second = await pidsOf(place)
            expect(second.filter((pid) => first.includes(pid))).toEqual([])
            await unload(place)
            await haveEnded(second)
            expect(await place.servers()).toEqual([])
          } finally {
            await place.close()
          }
        },
      },
    },
  ],
}
