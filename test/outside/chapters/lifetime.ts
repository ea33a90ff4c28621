/** How an engine starts its servers in strict mode, which values it fills into their launch, and how it ends them. */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Way } from '#test/outside/driver/addresses'
import { digestOf, report } from '#test/outside/driver/outsideClient'
import { openPlace, type Place } from '#test/outside/driver/place'
import { reasons } from '#test/outside/driver/reasons'
import { except, type Cell, type Chapter } from '#test/outside/driver/scenario'
import { onlyWith, worker, type World } from '#test/outside/driver/world'
import { isRunning } from '#test/support/processList'

const recordOf = (folder: string) => join(folder, 'starts.txt')
const flagOf = (folder: string) => join(folder, 'may-start')

function strictWorld(folder: string): World {
  writeFileSync(flagOf(folder), '')
  const recorded = (name: string) => worker(name, [`${name}_work`], '--record', recordOf(folder), '--slowly', '150')
  return {
    project: { start: 'strict' },
    servers: { first: recorded('first'), second: onlyWith(flagOf(folder), recorded('second')) },
  }
}

function startsOf(place: Place): string[] {
  return existsSync(recordOf(place.folder)) ? readFileSync(recordOf(place.folder), 'utf8').trim().split('\n') : []
}

async function startsStrictly(way: Way): Promise<void> {
  const place = await openPlace(way, strictWorld)
  try {
    // The servers were started when they were added.
    for (const slug of ['first', 'second']) await place.reaches(slug, 'ready')
    writeFileSync(recordOf(place.folder), '')
    await place.restart()
    for (const slug of ['first', 'second']) expect(await place.server(slug)).toMatchObject({ state: { kind: 'ready' } })
    const order = startsOf(place).map((line) => line.split(' ').slice(0, 2).join(' '))
    expect(order).toEqual(['start first', 'up first', 'start second', 'up second'])
    rmSync(flagOf(place.folder))
    writeFileSync(recordOf(place.folder), '')
    await expect(place.restart()).rejects.toThrow(/"code":1,.*second/)
    const pids = startsOf(place).flatMap((line) => (line.startsWith('start') ? [Number(line.split(' ')[2])] : []))
    expect(pids).not.toEqual([])
    expect(pids.filter(isRunning)).toEqual([])
  } finally {
    await place.close()
  }
}

const world = (): World => ({
  servers: {
    keyed: { ...worker('keyed', ['keyed_work'], '--label', '${WORD}'), env: { SEARCH_API_KEY: '${SEARCH_API_KEY}' } },
    lacking: { ...worker('lacking', ['lacking_work']), env: { OTHER_KEY: '${NEVER_SET}' } },
    other: worker('other', ['other_work']),
  },
})

/** Stores the values that the servers refer to. */
async function setSecrets(place: Place): Promise<void> {
  for (const [name, value] of Object.entries({ SEARCH_API_KEY: 'found-in-the-vault', WORD: 'word' }))
    await place.rest('PUT', `/secrets/${name}`, { value })
  if (place.way === 'file') expect(await place.command('secret', 'allow-file', place.file)).toMatchObject({ code: 0 })
  await place.reaches('keyed', 'ready')
}

async function isFilledIn(cell: Cell): Promise<void> {
  const client = await cell.client('keyed')
  const { variables, words } = await report(client, 'keyed_work', { variables: ['SEARCH_API_KEY'] })
  expect(variables).toEqual([digestOf('found-in-the-vault')])
  expect(words.at(-1)).toBe('word')
}

export const lifetime: Chapter = {
  title: 'how servers are started',
  world,
  scenarios: [
    {
      source: '000',
      name: 'Sequential server startup',
      title:
        '[R6] one after another; if one fails, exit 1 with its name and none left; catches an engine that continues without one',
      notAt: [reasons.theEngine],
      play: { once: ({ way }) => startsStrictly(way) },
    },
    {
      source: '002',
      name: 'Environment variable interpolation',
      title:
        '[R4] filled in from the vault; without a value only that server fails, and says which; catches a literal ${NAME}',
      play: {
        together: async (cells, place) => {
          await place.rest('GET', '/tools/listed')
          await setSecrets(place)
          for (const cell of cells) await isFilledIn(cell)
          const { state } = await place.reaches('lacking', 'failed')
          expect(state).toMatchObject({
            error: { message: expect.stringMatching(/lacking.*\$\{NEVER_SET\} in env\.OTHER_KEY/) as unknown },
          })
          for (const cell of cells) {
            const { ok } = await (await cell.client('other')).call('other_work')
            expect([cell.address, ok]).toEqual([cell.address, true])
          }
        },
      },
    },
  ],
}

/** A separate chapter, because no bridge may remain that would start the next engine. */
export const ending: Chapter = {
  title: 'how servers are ended',
  world: () => ({ servers: { first: worker('first', ['first_work']), second: worker('second', ['second_work']) } }),
  scenarios: [
    {
      source: '000',
      name: 'Graceful shutdown',
      title:
        '[R7] all have exited, with nothing left open, when the engine has exited; catches a server that outlives it',
      notAt: [
        reasons.notSteered,
        except('a bridge starts the next engine itself', 'stdio', 'stdio modern', 'stdio --project'),
      ],
      play: {
        together: async (cells, place) => {
          const pids = new Set<number>()
          for (const cell of cells) pids.add((await report(await cell.client('first'), 'first_work')).pid)
          pids.add(Number((await place.reaches('second', 'ready')).state.pid))
          expect((await place.stop()).code).toBe(0)
          expect([...pids].filter(isRunning)).toEqual([])
          expect(readdirSync(place.dataFolder)).not.toEqual(
            expect.arrayContaining([expect.stringMatching(/engine.json|sock/)]),
          )
        },
      },
    },
  ],
}
