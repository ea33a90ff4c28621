/** Two projects, and requests that name one of them or none. */
import { expect } from 'vitest'
import { factsOf, thatSee } from '#test/outside/driver/addresses'
import { namesOf, reportOf, resultOutcome, type McpFace } from '#test/outside/driver/outsideClient'
import { reasons } from '#test/outside/driver/reasons'
import { except, type Cell, type Chapter } from '#test/outside/driver/scenario'
import { worker, type World } from '#test/outside/driver/world'
import type { Json } from '#test/support/mcpClients'

const world = (): World => ({
  servers: { mine: worker('mine', ['mine_work'], '--notes', 'a') },
  elsewhere: { theirs: worker('theirs', ['theirs_work'], '--notes', 'a') },
})

const projectOf = { mine: (cell: Cell) => cell.place.project, theirs: () => 'elsewhere' } as const
type Owner = keyof typeof projectOf
const owners = ['mine', 'theirs'] as const

/** Returns what is listed, called and read with this `_meta`, to show the project that each request reached. */
async function reached(mcp: McpFace, owner: Owner, _meta: Json): Promise<Json> {
  const { tools } = (await mcp.request('tools/list', { _meta })) as { tools: { name: string }[] }
  const { resources } = (await mcp.request('resources/list', { _meta })) as { resources: { uri: string }[] }
  const called = resultOutcome(await mcp.request('tools/call', { name: `${owner}_work`, _meta }))
  const uri = `resource://${owner}/note://${owner}/a`
  const { contents } = (await mcp.request('resources/read', { uri, _meta })) as { contents: { text: string }[] }
  return {
    tools: namesOf(tools),
    resources: resources.map((one) => one.uri),
    called: reportOf(called).server,
    read: contents[0]?.text.split(' of ')[0],
  }
}

const all = (owner: Owner) => ({
  tools: [`${owner}_work`],
  resources: [`resource://${owner}/note://${owner}/a`],
  called: owner,
  read: `note://${owner}/a`,
})

/** Asserts that no method reaches the things of this owner. */
async function isOutOfReach(mcp: McpFace, owner: Owner, _meta: Json, isModern: boolean): Promise<void> {
  const uri = `resource://${owner}/note://${owner}/a`
  const answers = await Promise.allSettled([
    mcp.request('tools/call', { name: `${owner}_work`, _meta }),
    mcp.request('resources/read', { uri, _meta }),
    ...(isModern ? [] : [mcp.request('resources/subscribe', { uri, _meta })]),
  ])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/nknown/) } })
}

async function face(cell: Cell): Promise<McpFace> {
  const { mcp } = await cell.client('mine')
  if (mcp === null) throw new Error('this address does not speak MCP')
  return mcp
}

export const projects: Chapter = {
  title: 'two projects',
  world,
  scenarios: [
    {
      source: '001',
      name: 'Filter by project',
      title:
        '[R13] only tools and resources of that project, all others unknown; catches a method that ignores the project',
      notAt: [
        reasons.noMetadata,
        reasons.oneServer,
        except('there is one project alone', 'stdio --config', 'command --config'),
      ],
      play: {
        each: async (cell) => {
          const mcp = await face(cell)
          for (const owner of owners) {
            const _meta = { 'switchboard/project': projectOf[owner](cell) }
            if (owner === 'theirs' && factsOf(cell.address).sees === 'project') {
              await expect(mcp.request('tools/list', { _meta })).rejects.toMatchObject({ code: -32602 })
              continue
            }
            expect(await reached(mcp, owner, _meta)).toEqual(all(owner))
            await isOutOfReach(mcp, owner === 'mine' ? 'theirs' : 'mine', _meta, factsOf(cell.address).by === 'modern')
          }
        },
      },
    },
    {
      source: '001',
      name: 'No project filter',
      title: '[R13] all enabled servers of all projects; catches the default project being used instead',
      notAt: [
        reasons.oneServer,
        except('the address names a project', thatSee('project')),
        except('there is one project alone', 'stdio --config', 'command --config'),
      ],
      play: {
        each: async (cell) => {
          const client = await cell.client('mine')
          const names = namesOf(await client.tools()).filter((name) => name.endsWith('_work'))
          expect(names.sort()).toEqual(['mine_work', 'theirs_work'])
          for (const owner of owners) expect(reportOf(await client.call(`${owner}_work`)).server).toBe(owner)
          if (client.mcp === null) return
          const { resources } = await client.mcp.request('resources/list')
          expect((resources as Json[]).map(({ uri }) => uri)).toEqual(owners.flatMap((owner) => all(owner).resources))
        },
      },
    },
  ],
}
