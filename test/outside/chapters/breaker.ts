/** A server that cannot be started until a file exists. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { report } from '#test/outside/driver/outsideClient'
import { reasons } from '#test/outside/driver/reasons'
import type { Chapter } from '#test/outside/driver/scenario'
import type { World } from '#test/outside/driver/world'
import { worker } from '#test/outside/driver/world'
import { patience } from '#test/support/patience'

const flagOf = (folder: string) => join(folder, 'may-start')
const startsOf = (folder: string) => join(folder, 'starts.txt')
const coolDownMs = 60_000

function world(folder: string): World {
  writeFileSync(flagOf(folder), '')
  const { command = '', args = [] } = worker('broken', ['broken_work'])
  const words = [command, ...args].map((word) => `'${word}'`).join(' ')
  const script = `echo start >> '${startsOf(folder)}'; test -e '${flagOf(folder)}' || exit 3; exec ${words}`
  return { servers: { broken: { command: 'sh', args: ['-c', script] }, fine: worker('fine', ['fine_work']) } }
}

export const breaker: Chapter = {
  title: 'a server that cannot be started',
  world,
  scenarios: [
    {
      source: '002',
      name: 'Circuit breaker for failing servers',
      title:
        '[R9] after three attempts, errors at once and one trial after a minute; catches a server that is tried for each call',
      notAt: [reasons.notSteered],
      play: {
        together: async (cells, place) => {
          const count = () =>
            existsSync(startsOf(place.folder)) ? readFileSync(startsOf(place.folder), 'utf8').split('\n').length - 1 : 0
          await place.rest('GET', '/tools/listed')
          const { pid } = (await place.reaches('broken', 'ready')).state
          rmSync(flagOf(place.folder))
          const first = count()
          process.kill(Number(pid), 'SIGKILL')
          await vi.waitFor(async () => {
            const { state } = await place.server('broken')
            expect(state).toMatchObject({ kind: 'backingOff' })
            const waitMs = Number(state['retryAt']) - Date.now()
            expect(waitMs).toBeGreaterThan(coolDownMs / 2)
            expect(waitMs).toBeLessThanOrEqual(coolDownMs)
          }, patience)
          expect(count() - first).toBe(3)
          const before = count()
          for (const cell of cells) {
            const outcome = await (await cell.client('broken')).call('broken_work')
            expect([cell.address, outcome]).toEqual([
              cell.address,
              expect.objectContaining({ ok: false, text: expect.stringContaining('Unavailable') as unknown }),
            ])
          }
          expect(count()).toBe(before)
          writeFileSync(flagOf(place.folder), '')
          const ready = { timeout: coolDownMs + 30_000, interval: 100 }
          await vi.waitFor(
            async () => expect(await place.server('broken')).toMatchObject({ state: { kind: 'ready' } }),
            ready,
          )
          expect(count()).toBe(before + 1)
          for (const cell of cells)
            expect(await report(await cell.client('broken'), 'broken_work')).toMatchObject({ server: 'broken' })
        },
      },
      timeoutMs: 4 * coolDownMs,
    },
  ],
}
