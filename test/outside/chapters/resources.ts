/** Two servers with resources, one of each era. They change while clients are connected. */
import { expect, vi } from 'vitest'
import { factsOf, spokenBy } from '#test/outside/driver/addresses'
import { namesOf, type Told } from '#test/outside/driver/outsideClient'
import type { Place } from '#test/outside/driver/place'
import { reasons } from '#test/outside/driver/reasons'
import { except, type Cell, type Chapter } from '#test/outside/driver/scenario'
import { worker, type World } from '#test/outside/driver/world'
import type { Json } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'

const world = (): World => ({
  servers: {
    left: worker('left', ['left_work'], '--notes', 'a,b'),
    right: worker('right', ['right_work'], '--notes', 'a', '--era', 'modern'),
  },
})

const notes = { left: ['a', 'b'], right: ['a'] } as const
const publicUri = (server: string, note: string) => `resource://${server}/note://${server}/${note}`
/**
 * Returns the address of a note. At the address of one server, clients see the addresses that the server itself uses.
 */
const uriAt = ({ address }: Cell, server: string, note: string) =>
  factsOf(address).sees === 'server' ? `note://${server}/${note}` : publicUri(server, note)

async function listed(cell: Cell, server: string): Promise<string[]> {
  const { mcp } = await cell.client(server)
  const entries =
    mcp === null
      ? await cell.place.rest<Json[]>('GET', `/catalog/resources?projectId=${cell.place.project}`)
      : ((await mcp.request('resources/list'))['resources'] as Json[])
  return entries.map(({ uri }) => String(uri))
}

async function read(cell: Cell, server: string, uri: string): Promise<string> {
  const { mcp } = await cell.client(server)
  const { contents } =
    mcp === null
      ? await cell.place.rest('POST', '/catalog/resource', { projectId: cell.place.project, uri })
      : await mcp.request('resources/read', { uri })
  return String((contents as Json[])[0]?.['text'])
}

async function everyServersResources(cell: Cell): Promise<void> {
  const urisOf = (server: keyof typeof notes) => notes[server].map((note) => uriAt(cell, server, note))
  for (const server of ['left', 'right'] as const) {
    const wanted = factsOf(cell.address).sees === 'server' ? urisOf(server) : [...urisOf('left'), ...urisOf('right')]
    expect((await listed(cell, server)).sort()).toEqual(wanted)
    for (const note of notes[server])
      expect(await read(cell, server, uriAt(cell, server, note))).toContain(`note://${server}/${note} of`)
  }
}

const toldOf = async (cell: Cell, server: string): Promise<Told[]> => (await cell.client(server)).mcp?.told ?? []
const setTools = (place: Place, server: string, names: readonly string[]) =>
  place.rest('POST', '/tools/call', { name: `${server}_work`, arguments: { setTools: names } })

/**
 * Lets each server offer one more tool, asserts that all clients that see the server are notified and find the tool,
 * and undoes the change.
 */
async function changesAreTold(cells: readonly Cell[], place: Place): Promise<void> {
  for (const server of ['left', 'right']) {
    const fresh = `${server}_fresh`
    for (const cell of cells) {
      await (await cell.client(server)).tools()
      ;(await toldOf(cell, server)).splice(0)
    }
    await setTools(place, server, [`${server}_work`, fresh])
    for (const cell of cells) {
      const client = await cell.client(server)
      if (client.mcp !== null)
        await vi.waitFor(async () => {
          const methods = (await toldOf(cell, server)).map(({ method }) => method)
          expect([cell.address, methods]).toEqual([
            cell.address,
            expect.arrayContaining(['notifications/tools/list_changed']),
          ])
        }, patience)
      expect([cell.address, namesOf(await client.tools())]).toEqual([cell.address, expect.arrayContaining([fresh])])
      expect(await client.call(fresh)).toMatchObject({ ok: true })
    }
    await setTools(place, server, [`${server}_work`])
    await vi.waitFor(
      async () => expect(namesOf(await place.rest('GET', '/tools/listed'))).not.toContain(fresh),
      patience,
    )
  }
}

export const resources: Chapter = {
  title: 'resources and changes',
  world,
  scenarios: [
    {
      source: '001',
      name: 'Standardize resource URI',
      title: '[R14] names its server and leads back to it; catches an address that is listed and cannot be read',
      notAt: [reasons.noResources],
      play: { each: everyServersResources },
    },
    {
      source: '001',
      name: 'Resource list aggregation',
      title: '[R10] [R14] the resources of all servers in one list; catches a list of only the first server',
      notAt: [reasons.noResources],
      play: { each: everyServersResources },
    },
    {
      source: '004',
      name: 'Resources from multiple servers listed',
      title: '[R14] all are listed, and each is read from its own server; catches a read that goes to another server',
      notAt: [reasons.noResources],
      play: { each: everyServersResources },
    },
    {
      source: '004',
      name: 'Cross-server resource references',
      title:
        '[R14] a link from one server to another’s resource leads there; catches a link to the server that returned it',
      notAt: [reasons.oneServer, reasons.startsAgain],
      play: {
        each: async (cell) => {
          const linkTo = async (link: string) => {
            const { result } = await (await cell.client('left')).call('left_work', { link })
            const content = (result?.['content'] ?? []) as Json[]
            return content.find(({ type }) => type === 'resource_link')
          }
          expect(await linkTo('note://right/a')).toMatchObject({ uri: publicUri('right', 'a') })
          // A public address stays unchanged.
          expect(await linkTo(publicUri('right', 'a'))).toMatchObject({ uri: publicUri('right', 'a') })
          if (['command', 'chat'].includes(factsOf(cell.address).by)) return
          expect(await read(cell, 'right', publicUri('right', 'a'))).toContain('note://right/a of')
          expect(await read(cell, 'right', 'note://right/a')).toContain('note://right/a of')
        },
      },
    },
    {
      source: '004',
      name: 'Tool added while client is connected',
      title: '[R15] notified at once, and in the next list; catches a change that only new clients see',
      notAt: [reasons.notSteered],
      play: { together: changesAreTold },
    },
    {
      source: '004',
      name: 'ListChanged from any backend',
      title: '[R22] reaches all clients that see the server, of both eras; catches a client that is forgotten',
      notAt: [reasons.notSteered, reasons.notTold],
      play: { together: changesAreTold },
    },
    {
      source: '004',
      name: 'Resource update from backend',
      title: '[R22] reaches exactly the clients that follow it; catches an update that goes to all or to none',
      notAt: [reasons.notSteered, except('nothing can be followed there', spokenBy('REST', 'command', 'chat'))],
      play: {
        together: async (cells, place) => {
          const updatesOf = async (cell: Cell) =>
            (await toldOf(cell, 'left')).flatMap(({ method, params }) =>
              method === 'notifications/resources/updated' ? [String(params['uri'])] : [],
            )
          const noteOf = (index: number) => (index % 2 === 0 ? 'a' : 'b')
          for (const [index, cell] of cells.entries())
            await (await cell.client('left')).mcp?.follow(uriAt(cell, 'left', noteOf(index)))
          for (const note of ['a', 'b']) {
            await place.rest('POST', '/tools/call', { name: 'left_work', arguments: { touch: `note://left/${note}` } })
            for (const [index, cell] of cells.entries())
              if (noteOf(index) === note)
                await vi.waitFor(
                  async () =>
                    expect([cell.address, await updatesOf(cell)]).toEqual([cell.address, [uriAt(cell, 'left', note)]]),
                  patience,
                )
          }
          for (const [index, cell] of cells.entries())
            expect([cell.address, await updatesOf(cell)]).toEqual([cell.address, [uriAt(cell, 'left', noteOf(index))]])
        },
      },
    },
  ],
}
