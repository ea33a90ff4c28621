/**
 * Calls from every address at the same time: to a server without a limit, to one that accepts two concurrent calls, and
 * to one that has no other calls.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { report } from '#test/outside/driver/outsideClient'
import type { Place } from '#test/outside/driver/place'
import { reasons } from '#test/outside/driver/reasons'
import type { Cell, Chapter } from '#test/outside/driver/scenario'
import { worker, type World } from '#test/outside/driver/world'
import { patience } from '#test/support/patience'

const limit = 2
const recordOf = (folder: string, server: string) => join(folder, `${server}.txt`)

const world = (folder: string): World => ({
  servers: {
    free: worker('free', ['free_work'], '--record', recordOf(folder, 'free')),
    narrow: { ...worker('narrow', ['narrow_work'], '--record', recordOf(folder, 'narrow')), concurrency: limit },
    other: worker('other', ['other_work']),
  },
})

function linesOf(place: Place, server: string): string[] {
  const file = recordOf(place.folder, server)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}
const begun = (place: Place, server: string, mark: string) =>
  linesOf(place, server).filter((line) => line.startsWith(`begin ${mark}`)).length

/** Starts one call from each address. The calls wait until the file exists. */
function callAll(cells: readonly Cell[], server: string, hold: string, mark: string) {
  return cells.map(async (cell) => {
    const label = `${mark} ${cell.address}`
    return [label, (await report(await cell.client(server), `${server}_work`, { hold, label })).label]
  })
}

async function waiting(place: Place, server: string): Promise<number> {
  const response = await fetch(`${place.url}/metrics`, { headers: { authorization: `Bearer ${place.token}` } })
  const found = new RegExp(`^switchboard_calls_waiting\\{[^}]*server="${server}"[^}]*\\} (\\d+)`, 'm').exec(
    await response.text(),
  )
  return Number(found?.[1])
}

/** Returns the highest number of calls that were running at the same time. */
function maxAtOnce(lines: readonly string[]): number {
  let running = 0
  return Math.max(...lines.map((line) => (running += line.startsWith('begin') ? 1 : line.startsWith('end') ? -1 : 0)))
}

export const concurrency: Chapter = {
  title: 'calls at the same time',
  world,
  scenarios: [
    {
      source: '001',
      name: 'Concurrent tool calls',
      title: '[R17] each client gets its own answer, and none waits for others; catches answers that are mixed up',
      notAt: [reasons.notSteered],
      play: {
        together: async (cells, place) => {
          const hold = join(place.folder, 'free-may-end')
          const answers = callAll(cells, 'free', hold, 'free')
          await vi.waitFor(() => expect(begun(place, 'free', 'free')).toBe(cells.length), patience)
          for (const cell of cells)
            expect(await report(await cell.client('other'), 'other_work')).toMatchObject({ server: 'other' })
          writeFileSync(hold, '')
          for (const [asked, answered] of await Promise.all(answers)) expect(answered).toBe(asked)
        },
      },
    },
    {
      source: '001',
      name: 'Server concurrency limits',
      title: '[R17] two at a time, the others wait and are all answered; catches a limit that counts for each client',
      notAt: [reasons.notSteered],
      play: {
        together: async (cells, place) => {
          const hold = join(place.folder, 'narrow-may-end')
          const answers = callAll(cells, 'narrow', hold, 'narrow')
          await vi.waitFor(async () => expect(await waiting(place, 'narrow')).toBe(cells.length - limit), patience)
          expect(begun(place, 'narrow', 'narrow')).toBe(limit)
          writeFileSync(hold, '')
          for (const [asked, answered] of await Promise.all(answers)) expect(answered).toBe(asked)
          expect(maxAtOnce(linesOf(place, 'narrow'))).toBe(limit)
        },
      },
    },
  ],
}
