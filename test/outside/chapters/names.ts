/**
 * Servers that each have a tool with the same name, under each setting of `naming`. The first and the last server start
 * slowly.
 */
import { expect } from 'vitest'
import { factsOf } from '#test/outside/driver/addresses'
import { namesOf, report } from '#test/outside/driver/outsideClient'
import { reasons } from '#test/outside/driver/reasons'
import type { Cell, Chapter } from '#test/outside/driver/scenario'
import { worker, type World } from '#test/outside/driver/world'

const servers = ['early', 'middle', 'late'] as const

/** Catches naming by the order in which servers become ready, which would choose `middle` or `early`. */
const world = (project: NonNullable<World['project']>) => (): World => ({
  project,
  servers: {
    early: worker('early', ['search', 'only_early'], '--slowly', '500'),
    middle: worker('middle', ['search', 'only_middle']),
    late: worker('late', ['search', 'only_late'], '--slowly', '250'),
  },
})

const own = servers.map((server) => `only_${server}`)

async function answeredBy(cell: Cell, server: string, name: string): Promise<string> {
  return (await report(await cell.client(server), name)).server
}

export const overridden: Chapter = {
  title: 'equal names, overridden',
  world: world({ naming: 'override' }),
  scenarios: [
    {
      source: '000',
      name: 'Handle duplicate tool names',
      title:
        '[R10] the tool of the later server is listed and called, with a warning; catches a winner that was only faster',
      notAt: [reasons.oneServer],
      play: {
        each: async (cell) => {
          const tools = await (await cell.client('late')).tools()
          const found = tools.filter(({ name }) => name === 'search')
          expect(found.map(({ description }) => description)).toEqual([expect.stringContaining('search of late')])
          expect(await answeredBy(cell, 'late', 'search')).toBe('late')
          expect(await answeredBy(cell, 'early', 'early__search')).toBe('early')
          if (factsOf(cell.address).alone === true) return
          expect(cell.place.log()).toMatch(/several servers offer a tool of this name.*search|search.*several servers/)
        },
      },
    },
  ],
}

export const prefixed: Chapter = {
  title: 'equal names, with a custom prefix',
  world: world({ prefix: '{tool}-at-{server}' }),
  scenarios: [
    {
      source: '004',
      name: 'Tools with same name from different servers',
      title:
        '[R10] have the configured prefix, and can be called by it; catches a setting that applies at some addresses only',
      play: {
        each: async (cell) => {
          const { sees, by, alone } = factsOf(cell.address)
          const names = namesOf(await (await cell.client('early')).tools())
          if (sees === 'server') expect(names.sort()).toEqual(['only_early', 'search'])
          else expect(names).toEqual(expect.arrayContaining([...servers.map((one) => `search-at-${one}`), ...own]))
          // Each of these commands starts all of the servers, so one server is enough.
          for (const server of by === 'command' && alone === true ? ['late'] : ['early', 'late']) {
            expect(await answeredBy(cell, server, sees === 'server' ? 'search' : `search-at-${server}`)).toBe(server)
            // The full name is callable even without a conflict.
            if (sees !== 'server') expect(await answeredBy(cell, server, `only_${server}-at-${server}`)).toBe(server)
          }
        },
      },
    },
  ],
}

export const unique: Chapter = {
  title: 'equal names, as they are by default',
  world: world({}),
  scenarios: [
    {
      source: '001',
      name: 'Tool list response',
      title: '[R10] one list, each name once, conflicts by server, with metadata; catches a name that is listed twice',
      notAt: [reasons.oneServer],
      play: {
        each: async (cell) => {
          const tools = (await (await cell.client('early')).tools()).filter(({ name }) => /search|only/.test(name))
          const wanted = [...servers.map((server) => `${server}__search`), ...own]
          expect(namesOf(tools).sort()).toEqual(wanted.sort())
          if (factsOf(cell.address).by === 'chat') return
          for (const { name, _meta } of tools) {
            const server = servers.find((one) => name.includes(one))
            const tool = name.startsWith('only') ? name : 'search'
            expect(_meta).toMatchObject({ 'switchboard/server': server, 'switchboard/tool': tool })
          }
        },
      },
    },
  ],
}
