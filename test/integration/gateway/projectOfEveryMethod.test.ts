/**
 * Every method with every way to name a project, in both eras. The result belongs to the named project, and two names
 * must agree.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import { systemClock } from '#engine/clock'
import { clientMethods } from '#engine/gateway/request/clientMethods'
import { implementContract } from '#engine/handlers'
import { type HttpServer, openHttpServer } from '#main/host/http/httpServer'
import { createWires } from '#main/host/wires/wires'
import { bearer, ownerToken } from '#test/integration/gateway/clientDoor'
import { events, modernRequest, nextEvent, post, type Json } from '#test/support/mcpClients'
import { recordingLog } from '#test/support/recordingLog'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'
import { testServer } from '#test/support/testEngine'
import { testHost } from '#test/support/testHost'
import { testPorts } from '#test/support/testPorts'

type Headers = Record<string, string>
type Era = 'legacy' | 'modern'

const resource = (slug: string) => `resource://${slug}/test://watched-resource`

/** The params of each request about something that belongs to one server. */
const about: Readonly<Record<string, (slug: string) => Json>> = {
  'tools/call': (slug) => ({ name: `${slug}__echo`, arguments: {} }),
  'prompts/get': (slug) => ({ name: `${slug}__test_simple_prompt` }),
  'resources/read': (slug) => ({ uri: resource(slug) }),
  'completion/complete': (slug) => ({
    ref: { type: 'ref/prompt', name: `${slug}__test_prompt_with_arguments` },
    argument: { name: 'arg1', value: 'x' },
  }),
}
const followed: Readonly<Record<Era, typeof about>> = {
  legacy: { 'resources/subscribe': (slug) => ({ uri: resource(slug) }) },
  modern: { 'subscriptions/listen': (slug) => ({ notifications: { resourceSubscriptions: [resource(slug)] } }) },
}
const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']
/** Methods about the session or the whole client. They return nothing of a project, and refuse two different names. */
const others: Readonly<Record<Era, Readonly<Record<string, Json>>>> = {
  legacy: { ping: {}, 'logging/setLevel': { level: 'error' }, 'resources/unsubscribe': { uri: resource('one') } },
  modern: { 'server/discover': {} },
}

interface Way {
  readonly path?: string
  readonly headers?: Headers
  readonly meta?: Json
}
let url = ''
let clientToken = ''
let engine: Engine
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>
let door: HttpServer

beforeAll(async () => {
  const log = recordingLog()
  folder = await makeTemporaryFolder()
  engine = await createEngine({ ...testPorts(folder.path), log })
  const { id: projectId } = await engine.projects.add(newProject.parse({ name: 'work' }))
  const launch = testServer('entries')
  await engine.servers.add(newServer.parse({ name: 'one', launch }))
  await engine.servers.add(newServer.parse({ name: 'two', launch, projectId }))
  await engine.registry.use({ kind: 'all' })
  const { id } = await engine.access.create({ name: 'bound', projectId: 'Default' })
  clientToken = (await engine.access.createToken(id)).token
  const wires = createWires(implementContract(engine, testHost(ownerToken)), log)
  const more = { version: '0', pageFolder: null, clock: systemClock, log }
  door = await openHttpServer({ port: 0, token: ownerToken, engine, wires, ...more })
  url = door.url
})
afterAll(async () => {
  await door.close()
  await engine.close()
  await folder.remove()
})

const ways: Readonly<Record<string, () => Way>> = {
  token: () => ({ headers: bearer(clientToken) }),
  path: () => ({ path: '/p/Default' }),
  header: () => ({ headers: { 'x-switchboard-project': 'Default' } }),
  _meta: () => ({ meta: { 'switchboard/project': 'Default' } }),
}
/** Returns a way that also names the other project, by means that `way` does not use. */
const against = (way: Way): Way =>
  way.headers?.['x-switchboard-project'] === undefined
    ? { ...way, headers: { ...way.headers, 'x-switchboard-project': 'work' } }
    : { ...way, meta: { 'switchboard/project': 'work' } }

async function answerTo(response: Response): Promise<Json> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
    return (await response.json()) as Json
  const stream = events(response)
  for (;;) {
    const event = await nextEvent(stream)
    if (event === undefined) throw new Error('The stream ended without an answer.')
    if (typeof event === 'string') continue
    if ('id' in event || event['method'] === 'notifications/subscriptions/acknowledged') return event
  }
}

async function ask(era: Era, method: string, params: Json, { path = '', headers = {}, meta = {} }: Way): Promise<Json> {
  const address = `${url}/mcp${path}`
  const withToken = { ...bearer(ownerToken), ...headers }
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  if (era === 'modern') {
    const request = modernRequest(1, method, params, meta)
    const name = params['name'] ?? params['uri']
    const named = typeof name === 'string' ? { 'mcp-name': name } : {}
    const all = { ...(request.headers as Headers), ...named, ...withToken }
    return answerTo(await fetch(address, { ...request, headers: all, signal: controller.signal }))
  }
  // The token and the address decide what the session sees. The request itself names the project.
  const { 'x-switchboard-project': _named, ...plain } = withToken as Headers
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  const begun = await post(address, { jsonrpc: '2.0', id: 0, method: 'initialize', params: hello }, plain)
  await begun.arrayBuffer()
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' }
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }
  return answerTo(await post(address, body, { ...withToken, ...session }, controller.signal))
}

const isRefused = (answer: Json) => 'error' in answer

test('every method of the gateway is tried here, except the one that opens a session', () => {
  const eras: readonly Era[] = ['legacy', 'modern']
  const ofEras = eras.flatMap((era) => Object.keys({ ...followed[era], ...others[era] }))
  const tried = [...Object.keys(about), ...lists, ...ofEras, 'initialize']
  expect(tried.toSorted()).toEqual(Object.keys(clientMethods).toSorted())
})

describe.each<Era>(['legacy', 'modern'])('[R13] in the %s era', (era) => {
  describe.each(Object.keys(ways))('a project named by %s', (name) => {
    const way = () => ways[name]?.() ?? {}

    test.each(Object.entries(about))('%s reaches only what belongs to the project', async (method, paramsFor) => {
      expect(await ask(era, method, paramsFor('one'), way())).toHaveProperty('result')
      expect(await ask(era, method, paramsFor('two'), way())).toSatisfy(isRefused)
    })

    test.each(Object.entries(followed[era]))(
      '%s follows only what belongs to the project',
      async (method, paramsFor) => {
        const follows = async (slug: string) => {
          const answer = await ask(era, method, paramsFor(slug), way())
          return era === 'legacy' ? 'result' in answer : JSON.stringify(answer).includes(resource(slug))
        }
        expect([await follows('one'), await follows('two')]).toEqual([true, false])
      },
    )

    test.each(lists)('%s lists only what belongs to the project', async (method) => {
      const listed = JSON.stringify(await ask(era, method, {}, way()))
      expect(listed).toMatch(/"switchboard\/server":"one"|resource:\/\/one\//)
      expect(listed).not.toMatch(/"switchboard\/server":"two"|resource:\/\/two\//)
    })

    test.each([
      ...lists.map((method): [string, Json] => [method, {}]),
      ...Object.entries({ ...about, ...followed[era] }).map(([method, of]): [string, Json] => [method, of('one')]),
      ...Object.entries(others[era]),
    ])('%s is refused when something else names another project', async (method, params) => {
      expect(await ask(era, method, params, against(way()))).toMatchObject({ id: 1, error: { code: -32602 } })
    })

    test.each(Object.entries(others[era]))('%s is answered', async (method, params) => {
      expect(await ask(era, method, params, way())).toHaveProperty('result')
    })
  })
})

describe('[R13] beyond single methods', () => {
  const inWork = { 'x-switchboard-project': 'work' }
  const open = async (path: string, headers: Headers) => {
    const controller = new AbortController()
    onTestFinished(() => controller.abort())
    const all = { ...bearer(ownerToken), accept: 'text/event-stream', ...headers }
    return fetch(url + path, { headers: all, signal: controller.signal })
  }

  test('a token for one project opens no address of another', async () => {
    const answer = await fetch(`${url}/mcp/p/work`, {
      ...modernRequest(1, 'tools/list'),
      headers: { ...(modernRequest(1, 'tools/list').headers as Headers), ...bearer(clientToken) },
    })
    expect(answer.status).toBe(404)
  })

  test.each([
    ['of one project', '/mcp/p/Default'],
    ['of all', '/mcp'],
  ])('the stream and the end of a session %s cannot name another project', async (_title, path) => {
    const hello = { protocolVersion: '2025-11-25', capabilities: {} }
    const body = { jsonrpc: '2.0', id: 0, method: 'initialize', params: hello }
    const begun = await post(url + path, body, bearer(ownerToken))
    await begun.arrayBuffer()
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
    expect((await open(path, { ...session, ...inWork })).status).toBe(400)
    const end = (more: Headers) =>
      fetch(url + path, { method: 'DELETE', headers: { ...bearer(ownerToken), ...session, ...more } })
    expect((await end(inWork)).status).toBe(400)
    expect((await open(path, session)).status).toBe(200)
    expect((await end({})).status).toBe(204)
  })

  test('the old transport refuses two different names, at its opening and with each message', async () => {
    expect((await open('/sse/p/Default', inWork)).status).toBe(400)
    const stream = await open('/sse', { 'x-switchboard-project': 'Default' })
    const first = await stream.body?.getReader().read()
    const address = /^data: (.*)$/m.exec(Buffer.from(first?.value ?? []).toString())?.[1] ?? ''
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect((await post(url + address, message, { ...bearer(ownerToken), ...inWork })).status).toBe(400)
    expect((await post(url + address, message, bearer(ownerToken))).status).toBe(202)
  })
})
