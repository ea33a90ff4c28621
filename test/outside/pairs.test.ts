/** One server in three projects: off in one, two tools off in another, renamed in the third. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '#test/outside/driver/addresses'
import { openClient } from '#test/outside/driver/otherClients'
import { namesOf, report, type OutsideClient } from '#test/outside/driver/outsideClient'
import { openPlace, type Place } from '#test/outside/driver/place'
import { launchOf, worker } from '#test/outside/driver/world'
import type { Json } from '#test/support/mcpClients'

const shop = worker('shop', ['find', 'buy', 'pay'])
const projects = ['default', 'Off', 'Renamed'] as const
type Project = (typeof projects)[number]
/** The names under which a client sees tools, each with the tool's original name. */
type Seen = Readonly<Record<string, string>>

const everything: Seen = { find: 'find', buy: 'buy', pay: 'pay' }
const decided: Readonly<Record<Project, Seen>> = {
  default: { find: 'find' },
  Off: {},
  Renamed: { look_up: 'find', buy: 'buy', pay: 'pay' },
}
const undecided: typeof decided = { default: everything, Off: everything, Renamed: everything }
/**
 * The names that a client may still call after they have changed. A client that has listed a name may call it as long
 * as the engine runs.
 */
const renamedJustNow: typeof decided = { default: {}, Off: {}, Renamed: { find: 'find' } }
const allNames = ['find', 'buy', 'pay', 'look_up']

const inProject: readonly Address[] = ['/mcp/p', '/mcp/p modern', '/sse/p', 'stdio --project']
const elsewhere: readonly Address[] = ['/mcp', '/mcp modern', '/mcp/s', '/mcp/s modern', 'REST', 'command']

interface Opened {
  readonly where: string
  readonly project: Project | null
  readonly client: OutsideClient
}

/** Returns a client that uses REST or the command, and names the project in each request. */
function asking(place: Place, project: Project, by: 'REST' | 'command'): OutsideClient {
  const seen = by === 'REST' ? overRest(place, project) : byCommand(place, project)
  return { ...seen, mcp: null, close: () => Promise.resolve() }
}

function overRest(place: Place, project: Project): Pick<OutsideClient, 'tools' | 'call'> {
  return {
    tools: () => place.rest('GET', `/tools/listed?projectId=${project}`),
    call: async (name, args = {}) => {
      const { status, body } = await place.tryRest('POST', '/tools/call', { projectId: project, name, arguments: args })
      return {
        ok: status === 200,
        text: status === 200 ? textOf(body) : String(body['message']),
        code: null,
        result: null,
      }
    },
  }
}

function byCommand(place: Place, project: Project): Pick<OutsideClient, 'tools' | 'call'> {
  return {
    tools: async () =>
      JSON.parse((await place.command('tools', '--project', project, '--json')).stdout) as { name: string }[],
    call: async (name) => {
      const { code, stdout, stderr } = await place.command('call', name, '--project', project)
      return { ok: code === 0, text: code === 0 ? stdout : stderr, code, result: null }
    },
  }
}

const textOf = ({ content }: Json) => String((content as readonly Json[])[0]?.['text'])

async function openAll(place: Place): Promise<readonly Opened[]> {
  const opened: Opened[] = []
  for (const project of projects) {
    for (const by of ['REST', 'command'] as const)
      opened.push({ where: `${by} in ${project}`, project, client: asking(place, project, by) })
    for (const address of inProject) {
      const client = await openClient({ ...place, project }, address, 'shop')
      opened.push({ where: `${address} of ${project}`, project, client })
    }
  }
  for (const address of elsewhere)
    opened.push({ where: address, project: null, client: await openClient(place, address, 'shop') })
  return opened
}

/** Asserts what each client sees and can call. Returns the processes that answered. */
async function answering(
  opened: readonly Opened[],
  expected: typeof decided,
  kept?: typeof decided,
): Promise<readonly number[]> {
  const pids = new Set<number>()
  for (const { where, project, client } of opened) {
    // Without a project, a tool has its original name, and exists if it is on in any project.
    const seen = project === null ? everything : expected[project]
    expect([where, namesOf(await client.tools()).sort()]).toEqual([where, Object.keys(seen).sort()])
    for (const name of allNames) {
      const tool = seen[name] ?? (project === null ? undefined : kept?.[project][name])
      if (tool === undefined) {
        const { ok, text } = await client.call(name)
        expect([where, name, ok, text]).toEqual([where, name, false, expect.stringContaining(`Unknown tool: ${name}`)])
        continue
      }
      const made = await report(client, name)
      expect([where, name, made.server, made.tool]).toEqual([where, name, 'shop', tool])
      pids.add(made.pid)
    }
  }
  return [...pids]
}

async function withAll<T>(place: Place, work: (opened: readonly Opened[]) => Promise<T>): Promise<T> {
  const opened = await openAll(place)
  try {
    return await work(opened)
  } finally {
    // A bridge that stays open would start the next engine.
    await Promise.allSettled(opened.map(({ client }) => client.close()))
  }
}

async function decide(place: Place): Promise<void> {
  await place.rest('PUT', '/projects/Off/servers/shop', { enabled: false })
  await place.rest('PUT', '/projects/default/tools', { server: 'shop', names: ['buy', 'pay'], enabled: false })
  await place.rest('PATCH', '/projects/Renamed/tools', {
    server: 'shop',
    name: 'find',
    publicName: 'look_up',
    description: 'Looks things up.',
  })
}

interface Listed extends Json {
  readonly slug: string
}

describe('one server in three projects', () => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace('added', () => ({ servers: { shop } }))
    for (const name of ['Off', 'Renamed']) {
      await place.rest('POST', '/projects', { name })
      await place.rest('PUT', `/projects/${name}/servers/shop`, { enabled: true, launch: launchOf(shop) })
    }
  })
  afterAll(() => place.close())

  test('[R12] [R13] each project’s decisions are seen only in that project, and at once by connected clients; catches a switch that applies to all projects', async () => {
    await withAll(place, async (opened) => {
      const before = await answering(opened, undecided)
      await decide(place)
      expect(await answering(opened, decided, renamedJustNow)).toEqual(before)
      // With the same launch, the server is one process, whichever project uses it.
      expect(before).toHaveLength(1)
    })
    const [tool] = await place.rest<readonly Json[]>('GET', '/tools/listed?projectId=Renamed')
    expect(tool).toMatchObject({ name: 'look_up', description: 'Looks things up.' })
  })

  test('[R2] decisions are the same after an engine restart; catches a decision that was only in memory', async () => {
    await place.restart()
    expect(await withAll(place, (opened) => answering(opened, decided))).toHaveLength(1)
    // A tool can always be called by its full name, even if a project renames it, so that allow lists continue to work.
    const called = { projectId: 'Renamed', name: 'shop__find' }
    expect(textOf(await place.rest('POST', '/tools/call', called))).toContain('"tool":"find"')
  })

  test('[R2] decisions are the same after kill -9 right after the last one; catches a decision that is written later', async () => {
    await place.rest('PUT', '/projects/Off/servers/shop', { enabled: true })
    await place.rest('PUT', '/projects/Renamed/tools', { server: 'shop', names: ['pay'], enabled: false })
    await place.rest('PATCH', '/projects/Off/tools', { server: 'shop', name: 'buy', publicName: 'look_up' })
    await place.crash()
    const { buy: _buy, ...others } = everything
    const { pay: _pay, ...stillOn } = decided.Renamed
    const expected = { ...decided, Off: { ...others, look_up: 'buy' }, Renamed: stillOn }
    expect(await withAll(place, (opened) => answering(opened, expected))).toHaveLength(1)
  })

  test('REST lists a project’s servers with the project’s own decisions; catches another project’s state', async () => {
    await place.rest('PUT', '/projects/Off/servers/shop', { enabled: false })
    const pairs = (project: string) => place.rest<readonly Listed[]>('GET', `/projects/${project}/servers`)
    expect(await pairs('default')).toMatchObject([{ slug: 'shop', enabled: true, tools: { total: 3, enabled: 1 } }])
    expect(await pairs('Off')).toMatchObject([{ slug: 'shop', enabled: false, tools: { total: 3, enabled: 3 } }])
    const [server] = await place.rest<readonly Json[]>('GET', '/servers')
    expect(server).toMatchObject({ enabled: true, projects: { length: 3 }, enabledIn: { length: 2 } })
  })

  test('a server taken out of one project stays in the others, and undo restores it there; catches a removal of the server', async () => {
    await place.rest('DELETE', '/projects/Renamed/servers/shop')
    expect(await place.rest('GET', '/projects/Renamed/servers')).toEqual([])
    expect(await place.rest('GET', '/tools/listed?projectId=Renamed')).toEqual([])
    expect(namesOf(await place.rest('GET', '/tools/listed?projectId=default'))).toEqual(['find'])
    expect(await place.server('shop')).toMatchObject({ enabled: true, projects: { length: 2 } })
    await place.rest('POST', '/projects/Renamed/servers/shop/restore', {})
    expect(namesOf(await place.rest('GET', '/tools/listed?projectId=Renamed')).sort()).toEqual(['buy', 'look_up'])
  })

  test.each([
    [
      'a different launch',
      409,
      'PUT',
      '/projects/Off/servers/shop',
      { enabled: true, launch: { transport: 'stdio', command: 'other' } },
    ],
    [
      'a name that another tool has',
      409,
      'PATCH',
      '/projects/Renamed/tools',
      { server: 'shop', name: 'buy', publicName: 'look_up' },
    ],
    [
      'a name that no client accepts',
      400,
      'PATCH',
      '/projects/Renamed/tools',
      { server: 'shop', name: 'buy', publicName: 'a b' },
    ],
    ['a missing tool', 404, 'PATCH', '/projects/Renamed/tools', { server: 'shop', name: 'sell', publicName: 'x' }],
    ['an unknown server', 404, 'PUT', '/projects/Off/servers/nobody', { enabled: true }],
    ['a missing project', 404, 'PUT', '/projects/nowhere/servers/shop', { enabled: true }],
    ['a server without a pair', 404, 'DELETE', '/projects/Empty/servers/shop', undefined],
    ['its tools', 404, 'PUT', '/projects/Empty/tools', { server: 'shop', names: ['find'], enabled: false }],
  ])('a wrong change is refused, and nothing is changed: %s', async (_title, status, method, path, body) => {
    if (path.includes('Empty')) await place.tryRest('POST', '/projects', { name: 'Empty' })
    const before = await place.rest('GET', '/projects/matrix')
    expect(await place.tryRest(method, path, body)).toMatchObject({
      status,
      body: { message: expect.stringMatching(/\w+ \w+/) as unknown },
    })
    expect(await place.rest('GET', '/projects/matrix')).toEqual(before)
  })

  test('null removes what a project set for a tool; catches a name that cannot be undone', async () => {
    await place.rest('PATCH', '/projects/Renamed/tools', { server: 'shop', name: 'find', publicName: null })
    expect(namesOf(await place.rest('GET', '/tools/listed?projectId=Renamed')).sort()).toEqual(['buy', 'find'])
  })
})

test('[R2] a server of a file is only in the project of the file, and cannot be put elsewhere', async () => {
  const place = await openPlace('file', () => ({ servers: { shop } }))
  try {
    const refused = await place.tryRest('PUT', '/projects/default/servers/shop', { enabled: true })
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining(place.file) as unknown } })
    await place.rest('PUT', '/projects/kitchen/servers/shop', { enabled: false })
    await place.crash()
    expect(await place.rest('GET', '/projects/kitchen/servers')).toMatchObject([{ slug: 'shop', enabled: false }])
  } finally {
    await place.close()
  }
})
