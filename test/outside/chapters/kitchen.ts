/** Two servers without a common tool name: `recipes` with five tools, and `fetch` with one, which `uvx` starts. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { factsOf } from '#test/outside/driver/addresses'
import { digestOf, namesOf, report, type ListedTool } from '#test/outside/driver/outsideClient'
import { reasons } from '#test/outside/driver/reasons'
import type { Cell, Chapter } from '#test/outside/driver/scenario'
import { worker, type World } from '#test/outside/driver/world'
import type { Json } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'

const recipes = ['create_recipe', 'list_recipes', 'get_recipe', 'update_recipe', 'delete_recipe']
const toolOf = { recipes: 'create_recipe', fetch: 'fetch' } as const
const bothServers = ['recipes', 'fetch'] as const
const recipeEnvironment = { API_KEY: 'of-recipes', USER_EMAIL: 'cook@example.test' }

function world(folder: string): World {
  writeUvx(join(folder, 'bin', 'uvx'))
  return {
    servers: {
      recipes: { ...worker('recipes', recipes), env: recipeEnvironment, cwd: '/' },
      fetch: { command: 'uvx', args: ['mcp-server-fetch'] },
    },
    settings: { nativeTools: 'everyone' },
  }
}

/** Writes a replacement for the runner of Python packages. It starts the server and passes its arguments on. */
function writeUvx(file: string): void {
  const { command = '', args = [] } = worker('fetch', ['fetch'], '--era', 'modern')
  const words = [command, ...args].map((word) => `'${word}'`).join(' ')
  writeFileSync(file, `#!/bin/sh\nexec ${words} "$@"\n`)
  chmodSync(file, 0o755)
}

const isNative = ({ name, _meta }: ListedTool) =>
  _meta?.['switchboard/server'] === 'native' || ['display_recipe', 'switchboard_servers', 'read_result'].includes(name)
const ofServers = (tools: readonly ListedTool[]) => tools.filter((tool) => !isNative(tool))

const { oneServer, notSteered, startsAgain } = reasons

interface CallSummary {
  readonly tool: string
  readonly server: string | null
  readonly status: string
  readonly excerpt: string
}

/** Waits for the record of the call that has this label in its arguments, and returns it. */
async function recorded({ place }: Cell, label: string): Promise<CallSummary> {
  return vi.waitFor(async () => {
    const { calls } = await place.rest<{ calls: CallSummary[] }>('GET', `/calls?text=${encodeURIComponent(label)}`)
    const found = calls.find(({ excerpt, status }) => excerpt.includes(label) && status !== 'running')
    if (found === undefined) throw new Error(`there is no record of ${label}`)
    return found
  }, patience)
}

const labelOf = ({ address, way, place }: Cell) => `${way} ${address} ${place.newId()}`

async function callsReachTheirServer(cell: Cell): Promise<void> {
  for (const server of bothServers) {
    const label = labelOf(cell)
    const client = await cell.client(server)
    expect(await report(client, toolOf[server], { label })).toMatchObject({ server, tool: toolOf[server], label })
  }
}

async function allToolsAreListed(cell: Cell): Promise<void> {
  const tools = ofServers(await (await cell.client('recipes')).tools())
  expect(namesOf(tools).sort()).toEqual([...recipes, 'fetch'].sort())
  expect(tools.map(({ description }) => description)).toEqual(
    tools.map(({ name }) => expect.stringContaining(`${name} of ${name === 'fetch' ? 'fetch' : 'recipes'}`) as unknown),
  )
  if (factsOf(cell.address).by === 'chat') return
  for (const { name, _meta } of tools)
    expect(_meta).toMatchObject({
      'switchboard/server': name === 'fetch' ? 'fetch' : 'recipes',
      'switchboard/tool': name,
    })
}

async function reportsUnknown(cell: Cell): Promise<void> {
  const label = labelOf(cell)
  const client = await cell.client('recipes')
  const outcome = await client.call('no_such_tool', { label })
  expect(outcome).toMatchObject({ ok: false, text: expect.stringContaining('Unknown tool: no_such_tool') as unknown })
  const { by } = factsOf(cell.address)
  if (by === 'legacy' || by === 'modern') expect(outcome.code).toBe(-32602)
  if (by === 'REST') expect(outcome.code).toBe('UNKNOWN_TOOL')
  if (by === 'command') expect(outcome.code).toBe(1)
  if (by !== 'chat') return
  const [told] = cell.place.model.told(label)
  expect(told).toMatchObject({ is_error: true })
  expect(JSON.stringify(told)).toContain('Unknown tool: no_such_tool')
}

export const kitchen: Chapter = {
  title: 'two servers without a common name',
  world,
  scenarios: [
    {
      source: '000',
      name: 'Start multiple servers successfully',
      title: '[R1] [R6] both are started and initialized; catches a first use that starts only the server it asks',
      play: {
        each: async (cell) => {
          for (const server of bothServers) {
            const { pid } = await report(await cell.client(server), toolOf[server])
            if (factsOf(cell.address).alone === true) continue
            const { state } = await cell.place.reaches(server, 'ready')
            expect(state).toMatchObject({ pid, implementation: { name: server } })
          }
        },
      },
    },
    {
      source: '000',
      name: 'Server process tracking',
      title: '[R1] each has its own process and ids; catches ids that continue those of another server',
      notAt: [startsAgain],
      play: {
        each: async (cell) => {
          const ask = async (server: keyof typeof toolOf) => report(await cell.client(server), toolOf[server])
          const [first, other, second] = [await ask('recipes'), await ask('fetch'), await ask('recipes')]
          expect(other.pid).not.toBe(first.pid)
          expect([second.pid, Number(second.request)]).toEqual([first.pid, Number(first.request) + 1])
          expect(Number((await ask('fetch')).request)).toBe(Number(other.request) + 1)
        },
      },
    },
    {
      source: '000',
      name: 'Aggregate tools from multiple servers',
      title: '[R10] [R32] all six are offered, once each; catches a server whose tools are missing or listed twice',
      notAt: [oneServer],
      play: { each: allToolsAreListed },
    },
    {
      source: '001',
      name: 'Aggregate tools from multiple servers',
      title: '[R10] one list, and each tool names its server; catches a tool without its origin',
      notAt: [oneServer],
      play: { each: allToolsAreListed },
    },
    {
      source: '004',
      name: 'Tools from multiple servers aggregated',
      title: '[R10] all tools, each with its server, no name twice; catches a list of one server only',
      notAt: [oneServer],
      play: { each: allToolsAreListed },
    },
    {
      source: '002',
      name: 'Tool discovery on connection',
      title: '[R10] names and definitions are as the server gave them; catches a prefix without a conflict',
      play: {
        each: async (cell) => {
          const tools = await (await cell.client('recipes')).tools()
          for (const name of recipes)
            expect(tools.find((tool) => tool.name === name)).toMatchObject({
              description: expect.stringContaining(`${name} of recipes`) as unknown,
            })
        },
      },
    },
    {
      source: '000',
      name: 'Build tool-to-server mapping',
      title:
        '[R10] [R11] each name leads to its server, display_recipe to native; catches a native tool sent to a process',
      notAt: [oneServer, notSteered],
      play: {
        each: async (cell) => {
          const client = await cell.client('recipes')
          const goals = [...recipes.map((name) => [name, 'recipes']), ['fetch', 'fetch'], ['display_recipe', 'native']]
          const answers = goals.map(async ([name = '', server]) => {
            const label = labelOf(cell)
            await client.call(name, name === 'display_recipe' ? recipe(label) : { label })
            expect(await recorded(cell, label)).toMatchObject({ tool: name, server, status: 'succeeded' })
          })
          await Promise.all(answers)
        },
      },
    },
    {
      source: '000',
      name: 'Route to correct server',
      title:
        '[R16] create_recipe reaches recipes and its answer comes back; catches a call that goes to another server',
      play: { each: callsReachTheirServer },
    },
    {
      source: '001',
      name: 'Route tool call to server',
      title: '[R16] each call reaches the server of its tool; catches an answer that goes to another call',
      play: { each: callsReachTheirServer },
    },
    {
      source: '000',
      name: 'Route to native tool',
      title: '[R11] display_recipe is answered without a server; catches a native tool that is only listed',
      notAt: [oneServer, notSteered],
      play: {
        each: async (cell) => {
          const outcome = await (await cell.client('recipes')).call('display_recipe', recipe('Soup'))
          expect(outcome).toMatchObject({ ok: true, text: expect.stringContaining('# Soup') as unknown })
        },
      },
    },
    {
      source: '000',
      name: 'Unknown tool call',
      title: '[R16] names the unknown tool, to Claude in the tool result; catches a turn that ends instead',
      play: { each: reportsUnknown },
    },
    {
      source: '001',
      name: 'Tool not found',
      title: '[R16] is an error in the form of its protocol; catches a result that only looks like an error',
      play: { each: reportsUnknown },
    },
    {
      source: '000',
      name: 'Configure server with environment variables',
      title:
        '[R1] recipes has its two variables, fetch neither, and neither server the engine’s; catches a shared environment',
      play: {
        each: async (cell) => {
          const variables = [...Object.keys(recipeEnvironment), 'SECRET_OF_THE_ENGINE']
          const valuesOf = async (server: keyof typeof toolOf) =>
            (await report(await cell.client(server), toolOf[server], { variables })).variables
          expect(await valuesOf('recipes')).toEqual([...Object.values(recipeEnvironment).map(digestOf), null])
          expect(await valuesOf('fetch')).toEqual([null, null, null])
        },
      },
    },
    {
      source: '000',
      name: 'Configure server command and args',
      title: '[R1] uvx with mcp-server-fetch is what runs; catches arguments that are lost or joined',
      play: {
        each: async (cell) => {
          const { words } = await report(await cell.client('fetch'), 'fetch')
          expect(words.at(-1)).toBe('mcp-server-fetch')
        },
      },
    },
    {
      source: '002',
      name: 'stdio server connection',
      title:
        '[R5] a child with its command, arguments, variables and folder; catches a launch that forgets one of them',
      play: {
        each: async (cell) => {
          const answer = await report(await cell.client('recipes'), 'create_recipe', { variables: ['API_KEY'] })
          expect(answer).toMatchObject({ server: 'recipes', folder: '/', variables: [digestOf('of-recipes')] })
          expect(answer.words).toEqual(['--name', 'recipes', '--tools', recipes.join(',')])
        },
      },
    },
    {
      source: '002',
      name: 'Tool call forwarding',
      title:
        '[R16] [R23] the answer comes back and the call is recorded, native or not; catches a call without a record',
      notAt: [notSteered],
      play: {
        each: async (cell) => {
          const [label, shown] = [labelOf(cell), labelOf(cell)]
          const client = await cell.client('recipes')
          expect(await report(client, 'get_recipe', { label })).toMatchObject({ server: 'recipes', label })
          expect(await recorded(cell, label)).toMatchObject({
            tool: 'get_recipe',
            server: 'recipes',
            status: 'succeeded',
          })
          if (factsOf(cell.address).sees === 'server') return
          await client.call('display_recipe', recipe(shown))
          expect(await recorded(cell, shown)).toMatchObject({ tool: 'display_recipe', server: 'native' })
        },
      },
    },
  ],
}

function recipe(title: string): Json {
  return { title, ingredients: ['water'], steps: ['Boil it.'] }
}
