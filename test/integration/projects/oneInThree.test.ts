/**
 * One server in three projects: off in one, two tools off in another, renamed in the third. Every door says the same of it, at
 * once, after a restart, after a kill and by another engine. Catches a door with a truth of its own.
 */
import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { makePlace, type Place, testServer, token } from '#test/integration/cli/switchboard'
import { databasesWith } from '#test/support/databases'
import { connectV1, connectV2 } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'
import { findPostgres } from '#test/support/postgres'

const postgres = findPostgres()
const authorization = { authorization: `Bearer ${token}` }
const [command = '', ...args] = testServer('echo')

function restOf(url: string) {
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { ...authorization, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json()
  }
}

async function setUp(url: string): Promise<void> {
  const rest = restOf(url)
  await rest('POST', '/servers', { name: 'Echo', launch: { transport: 'stdio', command, args } })
  for (const name of ['Work', 'Play']) await rest('POST', '/projects', { name })
  await rest('PUT', '/projects/Work/servers/echo', { enabled: true })
  await rest('PUT', '/projects/Play/servers/echo', { enabled: true })
  await rest('PUT', '/projects/default/servers/echo', { enabled: false })
  await vi.waitFor(async () => {
    expect(await rest('GET', '/projects/Work/servers')).toMatchObject([{ tools: { total: expect.any(Number) } }])
    expect(await rest('GET', '/tools?server=echo&projectId=Work')).not.toEqual([])
  }, patience)
  await rest('PUT', '/projects/Work/tools', { server: 'echo', names: ['add', 'fail'], enabled: false })
  await rest('PATCH', '/projects/Play/tools', {
    server: 'echo',
    name: 'echo',
    publicName: 'say',
    description: 'Says it.',
  })
}

type Named = readonly { readonly name: string; readonly description?: string | undefined }[]

async function listed(url: string, path: string): Promise<Named> {
  const client = await connectV1(`${url}${path}`, {}, authorization)
  try {
    return (await client.listTools()).tools
  } finally {
    await client.close()
  }
}

/** What each door says of the tools that matter, by project. */
async function doors(place: Place, url: string) {
  const rest = restOf(url)
  const which = (tools: Named) =>
    ['add', 'echo', 'say'].filter((name) => tools.some((tool) => tool.name === name)).join()
  const byPath = async (path: string) => which(await listed(url, path))
  const byCommand = async (project: string) => {
    const { stdout } = await place.run('tools', '--json', '--project', project)
    return which(JSON.parse(stdout) as Named)
  }
  const byRest = async (project: string) => which((await rest('GET', `/tools/listed?projectId=${project}`)) as Named)
  const modern = await connectV2(`${url}/mcp/p/Play`, 'modern', {}, authorization)
  const { tools } = await modern.listTools()
  await modern.close()
  return {
    all: await byPath('/mcp'),
    default: [await byPath('/mcp/p/Default'), await byRest('default'), await byCommand('Default')],
    work: [await byPath('/mcp/p/Work'), await byRest('Work'), await byCommand('Work')],
    play: [await byPath('/mcp/p/Play'), await byRest('Play'), await byCommand('Play'), which(tools)],
    alone: await byPath('/mcp/s/echo'),
    described: tools.find(({ name }) => name === 'say')?.description,
    switches: ((await rest('GET', '/projects/matrix')) as { pairs: { enabled: boolean; off: number[] }[] }[]).map(
      ({ pairs }) => pairs.map(({ enabled, off }) => [enabled, off.length]),
    ),
  }
}

const agreed = {
  // Two tools are off in Work only, and the own name is that of one project.
  all: 'add,echo',
  default: ['', '', ''],
  work: ['echo', 'echo', 'echo'],
  play: ['add,say', 'add,say', 'add,say', 'add,say'],
  alone: 'add,echo',
  described: 'Says it.',
  switches: [
    [
      [false, 0],
      [true, 2],
      [true, 0],
    ],
  ],
}

async function calls(url: string) {
  const call = async (path: string, name: string, input: Record<string, unknown> = {}) => {
    const client = await connectV1(`${url}${path}`, {}, authorization)
    try {
      const { content } = await client.callTool({ name, arguments: input })
      return (content as { text: string }[])[0]?.text
    } catch (error) {
      return error instanceof Error ? error.message : error
    } finally {
      await client.close()
    }
  }
  const pids = await Promise.all(['/mcp/p/Work', '/mcp/p/Play', '/mcp'].map((path) => call(path, 'pid')))
  return {
    processes: new Set(pids).size,
    renamed: await call('/mcp/p/Play', 'say', { text: 'hello' }),
    original: await call('/mcp/p/Play', 'echo__echo', { text: 'hello' }),
    off: await call('/mcp/p/Work', 'add', { a: 1, b: 2 }),
    nowhere: await call('/mcp/p/Default', 'echo', { text: 'hello' }),
  }
}

const called = {
  processes: 1,
  renamed: expect.stringContaining('hello'),
  original: expect.stringContaining('hello'),
  off: expect.stringContaining('Unknown tool: add'),
  nowhere: expect.stringContaining('Unknown tool: echo'),
}

async function placeOn(database: string | null): Promise<Place> {
  const place = await makePlace()
  if (database !== null) Object.assign(place.environment, { DATABASE_URL: database })
  return place
}

describe.each(databasesWith(postgres))('[R8] [R13] one server in three projects, on $name', ({ url }) => {
  test('is the same at every door, at once, after a restart and after a kill', async () => {
    const place = await placeOn(await url())
    const first = await place.serve()
    await setUp(first.ready.url)
    expect(await doors(place, first.ready.url)).toEqual(agreed)
    expect(await calls(first.ready.url)).toEqual(called)
    first.child.kill('SIGTERM')
    await first.outcome

    const second = await place.serve()
    expect(await doors(place, second.ready.url)).toEqual(agreed)
    const killed = once(second.child, 'exit')
    second.child.kill('SIGKILL')
    await killed

    const third = await place.serve()
    expect(await doors(place, third.ready.url)).toEqual(agreed)
    expect(await calls(third.ready.url)).toEqual(called)
  })
})

test.skipIf(postgres === null)('[R8] [R13] so it is by two engines on one database, whoever changes it', async () => {
  const database = (await postgres?.createDatabase()) ?? ''
  const [place, other] = [await placeOn(database), await placeOn(database)]
  const [one, two] = await Promise.all([place.serve(), other.serve()])
  await setUp(one.ready.url)
  await vi.waitFor(async () => expect(await doors(other, two.ready.url)).toEqual(agreed), patience)
  const rest = restOf(two.ready.url)
  await rest('PUT', '/projects/Work/tools', { server: 'echo', names: ['add'], enabled: true })
  await rest('PATCH', '/projects/Play/tools', { server: 'echo', name: 'echo', publicName: null, description: null })
  await vi.waitFor(async () => {
    expect(await doors(place, one.ready.url)).toMatchObject({
      work: ['add,echo', 'add,echo', 'add,echo'],
      play: ['add,echo', 'add,echo', 'add,echo', 'add,echo'],
    })
  }, patience)
})
