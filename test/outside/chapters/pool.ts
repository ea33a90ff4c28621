/** Two servers of one group: which server gets which call, and what happens to calls when a server dies. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { report, reportOf } from '#test/outside/driver/outsideClient'
import type { Place } from '#test/outside/driver/place'
import { reasons } from '#test/outside/driver/reasons'
import type { Cell, Chapter } from '#test/outside/driver/scenario'
import { onlyWith, worker, type World } from '#test/outside/driver/world'
import { patience } from '#test/support/patience'

const members = ['a', 'b'] as const
const flagOf = (folder: string) => join(folder, 'may-start')
const recordOf = (folder: string) => join(folder, 'pool.txt')

function world(folder: string): World {
  writeFileSync(flagOf(folder), '')
  const member = (name: string, label: string) => ({
    ...onlyWith(flagOf(folder), worker(name, ['pooled'], '--record', recordOf(folder))),
    group: 'pool',
    labels: [label],
  })
  return { servers: { a: member('a', 'near'), b: member('b', 'far') } }
}

const client = (cell: Cell) => cell.client('a')
const begun = (place: Place, mark: string) =>
  (existsSync(recordOf(place.folder)) ? readFileSync(recordOf(place.folder), 'utf8') : '')
    .split('\n')
    .filter((line) => line.startsWith(`begin ${mark}`))

/** Kills the server's process, as a crash would. */
async function kill(place: Place, slug: string): Promise<number> {
  const { state } = await place.reaches(slug, 'ready')
  process.kill(Number(state.pid), 'SIGKILL')
  return Number(state.pid)
}

async function isDown(place: Place, slug: string): Promise<void> {
  await vi.waitFor(async () => expect((await place.server(slug)).state.kind).not.toBe('ready'), patience)
}

async function bothAreUp(place: Place): Promise<void> {
  for (const slug of members) {
    const { state } = await place.server(slug)
    if (state.kind !== 'ready') await place.rest('POST', `/servers/${slug}/restart`, {})
    await place.reaches(slug, 'ready')
  }
}

async function answeredBy(cell: Cell, count: number, meta?: Record<string, unknown>): Promise<string[]> {
  const servers: string[] = []
  for (let number = 0; number < count; number++)
    servers.push((await report(await client(cell), 'pooled', {}, meta)).server)
  return servers.sort()
}

export const pool: Chapter = {
  title: 'a group of two',
  world,
  scenarios: [
    {
      source: '004',
      name: 'Round-robin tool routing',
      title: '[R18] the same number of calls for each, none dropped; catches a group whose first member gets all',
      notAt: [reasons.oneServer, reasons.startsAgain],
      play: {
        each: async (cell) => {
          // The first use does not wait for all members, so the test does.
          await vi.waitFor(async () => expect(await answeredBy(cell, 2)).toEqual(['a', 'b']), patience)
          expect(await answeredBy(cell, 4)).toEqual(['a', 'a', 'b', 'b'])
        },
      },
    },
    {
      source: '004',
      name: 'Backend selection based on capability',
      title: '[R19] the member with the preferred label, any if none has it; catches a preference that is dropped',
      notAt: [reasons.oneServer, reasons.noMetadata],
      play: {
        each: async (cell) => {
          expect(await answeredBy(cell, 2, { 'switchboard/prefer': 'near' })).toEqual(['a', 'a'])
          expect(await answeredBy(cell, 2, { 'switchboard/prefer': ['far'] })).toEqual(['b', 'b'])
          expect(await answeredBy(cell, 2, { 'switchboard/prefer': 'none' })).toEqual(['a', 'b'])
        },
      },
    },
    {
      source: '004',
      name: 'Backend unavailability during request',
      title:
        '[R20] the call goes to the other member, and the client sees no failure; catches a call that fails with its member',
      notAt: [reasons.oneServer, reasons.notSteered],
      play: {
        together: async (cells, place) => {
          await bothAreUp(place)
          rmSync(flagOf(place.folder))
          await kill(place, 'a')
          await isDown(place, 'a')
          for (const cell of cells)
            expect([cell.address, await answeredBy(cell, 2)]).toEqual([cell.address, ['b', 'b']])
          writeFileSync(flagOf(place.folder), '')
        },
      },
    },
    {
      source: '004',
      name: 'Backend disconnects during request',
      title:
        '[R21] those calls fail with the reason, all others continue; catches a death that fails or hangs the rest',
      notAt: [reasons.oneServer, reasons.notSteered],
      play: {
        together: async (cells, place) => {
          await bothAreUp(place)
          const hold = join(place.folder, 'may-end')
          const calls = cells.map(async (cell) =>
            (await client(cell)).call('pooled', { hold, label: `held ${cell.address}` }),
          )
          await vi.waitFor(() => expect(begun(place, 'held')).toHaveLength(cells.length), patience)
          await kill(place, 'a')
          const failed = await firstOf(calls, Math.ceil(cells.length / 2))
          for (const { text } of failed) expect(text).toMatch(/died|lost|exited|SIGKILL/)
          writeFileSync(hold, '')
          const outcomes = await Promise.all(calls)
          expect(outcomes.filter(({ ok }) => ok).map((outcome) => reportOf(outcome).server)).toEqual(
            outcomes.filter(({ ok }) => ok).map(() => 'b'),
          )
          expect(outcomes.filter(({ ok }) => !ok)).toHaveLength(failed.length)
          // A lost call is not made again, even when the member is back.
          await place.reaches('a', 'ready')
          expect(begun(place, 'held').sort()).toEqual(cells.map(({ address }) => `begin held ${address}`).sort())
        },
      },
    },
    {
      source: '004',
      name: 'Backend reconnects after disconnect',
      title: '[R20] [R21] it recovers and gets new calls; catches a member that gets no further turns',
      notAt: [reasons.oneServer, reasons.notSteered],
      play: {
        together: async (cells, place) => {
          await bothAreUp(place)
          const before = await kill(place, 'a')
          await vi.waitFor(async () => {
            const { state } = await place.server('a')
            expect(state).toMatchObject({ kind: 'ready' })
            expect(state.pid).not.toBe(before)
          }, patience)
          for (const cell of cells)
            expect([cell.address, await answeredBy(cell, 2)]).toEqual([cell.address, ['a', 'b']])
        },
      },
    },
    {
      source: '004',
      name: 'All backends become unavailable',
      title: '[R20] says that no backend is available, and recovers; catches a group that stays lost',
      notAt: [reasons.oneServer, reasons.notSteered],
      play: {
        together: async (cells, place) => {
          await bothAreUp(place)
          rmSync(flagOf(place.folder))
          for (const slug of members) await kill(place, slug)
          for (const slug of members) await isDown(place, slug)
          const outcomes = cells.map(async (cell) => [cell.address, await (await client(cell)).call('pooled')])
          for (const [address, outcome] of await Promise.all(outcomes))
            expect([address, outcome]).toEqual([
              address,
              expect.objectContaining({
                ok: false,
                text: expect.stringContaining('No server is available') as unknown,
              }),
            ])
          writeFileSync(flagOf(place.folder), '')
          // The timeout is longer than the cool-down of the breaker. On a slow machine, a server may have failed to
          // start three times before the flag was written, which opens the breaker.
          for (const slug of members)
            await vi.waitFor(async () => expect((await place.server(slug)).state.kind).toBe('ready'), {
              ...patience,
              timeout: 80_000,
            })
          for (const cell of cells)
            expect([cell.address, await answeredBy(cell, 2)]).toEqual([cell.address, ['a', 'b']])
        },
      },
      timeoutMs: 240_000,
    },
  ],
}

/** Resolves with the outcomes of the calls that end first, once there are this many. */
function firstOf<T>(calls: readonly Promise<T>[], count: number): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const ended: T[] = []
    for (const call of calls)
      call.then((outcome) => {
        if (ended.push(outcome) === count) resolve([...ended])
      }, reject)
  })
}
