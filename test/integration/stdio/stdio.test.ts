/** `stdio` as clients use it: real bridges, one engine that they share, and real servers. */
import { mkdirSync } from 'node:fs'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/integration/cli/switchboard'
import { initializeParams, modernParams } from '#test/integration/gateway/lineClients'
import { askToLeave } from '#main/host/control/askToLeave'
import { type BridgePlace, bridgePlace } from '#test/integration/stdio/bridges'
import { outcomeOf } from '#test/support/commandOutcome'
import { eventually, isRunning } from '#test/support/processList'
import { arrivalsOf } from '#test/support/sdkProgress'

const patience = { timeout: 60_000 }

async function placeWith(servers: Readonly<Record<string, readonly string[]>>, idleSeconds?: number) {
  const place = await bridgePlace(idleSeconds)
  for (const [name, launch] of Object.entries(servers)) {
    expect((await place.run('add', name, '--', ...launch)).code).toBe(0)
  }
  return place
}

type AnyClient = Awaited<ReturnType<BridgePlace['v1']>> | Awaited<ReturnType<BridgePlace['v2']>>

async function textOf(result: unknown): Promise<string> {
  const { content } = (await result) as { content: { text: string }[] }
  return content[0]?.text ?? ''
}

const connects: [string, (place: BridgePlace) => Promise<AnyClient>][] = [
  ['v1', (place) => place.v1()],
  ['v2 in the legacy era', (place) => place.v2('legacy')],
  ['v2 that detects the modern era', (place) => place.v2('auto')],
]

describe.each(connects)('an SDK client, %s', (_name, connect) => {
  it(
    '[R10] [R14] [R16] lists, calls, reads, gets prompts and errors, and sees only the protocol on stdout',
    patience,
    async () => {
      const place = await placeWith({ one: testServer('entries') })
      const client = await connect(place)
      const errors: unknown[] = []
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is not an event target
      client.onerror = (error) => void errors.push(error)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('echo')
      expect(await textOf(client.callTool({ name: 'echo', arguments: { text: 'ü\n"' } }))).toBe('ü\n"')
      expect((await textOf(client.callTool({ name: 'big', arguments: { bytes: 3_000_000 } }))).length).toBe(3_000_000)
      await expect(client.callTool({ name: 'rpcError' })).rejects.toMatchObject({
        code: -32050,
        data: { reason: 'asked to' },
      })
      await expect(client.callTool({ name: 'none' })).rejects.toMatchObject({ code: -32602 })
      expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0)
      const uri = 'resource://one/test://static-text'
      expect((await client.readResource({ uri })).contents).toMatchObject([{ uri }])
      expect(errors).toEqual([])
    },
  )
})

it('[R16] progress and cancellation reach only their own call, in both eras', patience, async () => {
  const place = await placeWith({ one: testServer('echo') })
  const clients = [await place.v1(), await place.v2('modern')] as const
  const [v1, v2] = clients
  const arrivals = clients.map(arrivalsOf)
  const slow = { name: 'slow', arguments: { ms: 300 } }
  const options = { onprogress: () => undefined }
  const cancel = new AbortController()
  const taken = v2.callTool({ name: 'slow', arguments: { ms: 60_000 } }, { signal: cancel.signal })
  await Promise.all([v1.callTool(slow, undefined, options), v2.callTool(slow, options)])
  cancel.abort('enough')
  await expect(taken).rejects.toThrow('enough')
  // Every step arrives in order, and then the answer.
  const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, [{ type: 'text', text: 'slept 300 ms' }]]
  for (const list of arrivals) expect(list).toEqual(steps.map((step) => [list[0]?.[0], step]))
})

it(
  'a server’s questions during a call (sampling, elicitation, roots) reach the client on stdio',
  patience,
  async () => {
    const place = await placeWith({ asking: testServer('asking') })
    const client = await place.v1({ capabilities: { sampling: {}, elicitation: {}, roots: {} } })
    const message = { model: 'm', role: 'assistant' as const, content: { type: 'text' as const, text: 'hello' } }
    client.setRequestHandler(CreateMessageRequestSchema, () => message)
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' as const, content: { colour: 'red' } }))
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///a' }] }))
    expect(JSON.parse(await textOf(client.callTool({ name: 'sample' })))).toMatchObject(message)
    expect(JSON.parse(await textOf(client.callTool({ name: 'elicit' })))).toMatchObject({ content: { colour: 'red' } })
    expect(JSON.parse(await textOf(client.callTool({ name: 'roots' })))).toMatchObject({
      roots: [{ uri: 'file:///a' }],
    })
  },
)

it('[R12] [R15] [R22] log messages, changed lists and followed resources reach the client', patience, async () => {
  const place = await placeWith({ one: testServer('entries') })
  const client = await place.v1()
  const logged: string[] = []
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params.level))
  const listChanged = new Promise<void>((resolve) =>
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
  )
  const updated = new Promise<string>((resolve) => {
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri))
  })
  await client.listTools()
  await client.setLoggingLevel('warning')
  await client.callTool({ name: 'logs' })
  const uri = 'resource://one/test://watched-resource'
  await client.subscribeResource({ uri })
  await client.callTool({ name: 'touch', arguments: { uri: 'test://watched-resource' } })
  expect(await updated).toBe(uri)
  expect(logged).toEqual(['warning', 'error'])
  await client.callTool({ name: 'set_tools', arguments: { names: ['new'] } })
  await listChanged
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('new')
})

describe('one engine', () => {
  it('is shared by bridges that start at the same time, and their servers run once', patience, async () => {
    const place = await placeWith({ one: testServer('echo') })
    expect(place.enginePid()).toBeNull()
    const clients = await Promise.all([place.v1(), place.v2('auto'), place.v1(), place.v2('legacy')])
    const pids = await Promise.all(clients.map((client) => textOf(client.callTool({ name: 'pid' }))))
    expect(new Set(pids).size).toBe(1)
    const engine = place.enginePid()
    expect(engine).not.toBeNull()
    // A command also finds this engine.
    expect((await place.run('list', '--json')).code).toBe(0)
    expect(place.enginePid()).toBe(engine)
    await clients[0].close()
    expect(await textOf(clients[1].callTool({ name: 'echo', arguments: { text: 'on' } }))).toBe('on')
  })

  it('is the running one, so bridges join the engine of `serve`', patience, async () => {
    const place = await placeWith({ one: testServer('echo') })
    const { child, ready } = await place.serve()
    const client = await place.v1()
    expect(await textOf(client.callTool({ name: 'echo', arguments: { text: 'hi' } }))).toBe('hi')
    expect(place.enginePid()).toBe(ready.pid)
    await client.close()
    expect(child.exitCode).toBeNull()
  })

  it('that is unused exits together with its servers', patience, async () => {
    const place = await placeWith({ one: testServer('echo') }, 1)
    const client = await place.v1()
    const server = Number(await textOf(client.callTool({ name: 'pid' })))
    const engine = place.enginePid() ?? 0
    await client.close()
    await eventually(15_000, 'engine and server have ended', () => !isRunning(engine) && !isRunning(server))
    expect(place.enginePid()).toBeNull()
  })
})

describe('when the engine exits', () => {
  it('a call under way fails, the next one is made, and the client is told to list again', patience, async () => {
    const place = await placeWith({ one: testServer('entries') })
    const client = await place.v1()
    const uri = 'resource://one/test://watched-resource'
    await client.listTools()
    await client.subscribeResource({ uri })
    const told = new Promise<void>((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
    )
    const lost = client.callTool({ name: 'slow', arguments: { ms: 60_000 } })
    const before = await textOf(client.callTool({ name: 'pid' }))
    const engine = place.enginePid()
    await Promise.all([
      place.killEngine(),
      expect(lost).rejects.toMatchObject({ code: 502, data: { code: 'SERVER_LOST' } }),
    ])
    await told
    expect(await textOf(client.callTool({ name: 'pid' }))).not.toBe(before)
    expect(place.enginePid()).not.toBe(engine)
    // The client's subscriptions are renewed.
    const updated = new Promise<string>((resolve) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri))
    })
    await client.callTool({ name: 'touch', arguments: { uri: 'test://watched-resource' } })
    expect(await updated).toBe(uri)
  })

  it('a client of the modern era keeps its subscription, and is not acknowledged twice', patience, async () => {
    const place = await placeWith({ one: testServer('echo') })
    const client = place.raw()
    client.request('l', 'subscriptions/listen', modernParams({ notifications: { toolsListChanged: true } }))
    expect(await client.next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    client.request(1, 'tools/list', modernParams())
    for (let answer = await client.next(); answer['id'] !== 1;) answer = await client.next()
    await place.killEngine()
    const mark = { params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' } } }
    expect(await client.next()).toMatchObject({ method: 'notifications/tools/list_changed', ...mark })
    client.request(2, 'tools/call', modernParams({ name: 'set_tools', arguments: { names: ['new'] } }))
    const seen = []
    while (seen.length < 2) seen.push(await client.next())
    expect(seen).toContainEqual(expect.objectContaining({ method: 'notifications/tools/list_changed' }))
    expect(seen).not.toContainEqual(expect.objectContaining({ method: 'notifications/subscriptions/acknowledged' }))
  })

  it(
    'an engine that makes room for another host finishes its calls first, and the client continues at the other host',
    patience,
    async () => {
      const place = await placeWith({ one: testServer('echo') })
      const client = await place.v1()
      const before = await textOf(client.callTool({ name: 'pid' }))
      let started = (): void => undefined
      const progressed = new Promise<void>((resolve) => (started = resolve))
      const slow = { name: 'slow', arguments: { ms: 1_000 } }
      const call = client.callTool(slow, undefined, { onprogress: () => started() })
      await progressed
      expect(await askToLeave(place.dataFolder)).toEqual({ leaving: true })
      // Either engine may answer this call, because the bridge may not know yet that the first one is leaving.
      const between = client.callTool({ name: 'pid' })
      expect(await textOf(call)).toBe('slept 1000 ms')
      await eventually(10_000, 'the folder is free', () => place.enginePid() === null)
      const next = client.callTool({ name: 'pid' })
      const { ready } = await place.serve()
      expect(await textOf(next)).not.toBe(before)
      expect(await textOf(between)).toMatch(/^\d+$/)
      expect(place.enginePid()).toBe(ready.pid)
    },
  )

  it('an engine that a person started does not make room, and names itself', patience, async () => {
    const place = await placeWith({})
    const { ready } = await place.serve()
    expect(await askToLeave(place.dataFolder)).toEqual({ leaving: false, holder: 'headless', pid: ready.pid })
  })

  it('the bridge starts another engine after its engine was stopped', patience, async () => {
    const place = await placeWith({ one: testServer('echo') })
    const { child, ready } = await place.serve()
    const client = await place.v1()
    expect(await textOf(client.callTool({ name: 'echo', arguments: { text: 'here' } }))).toBe('here')
    child.kill('SIGTERM')
    await eventually(10_000, 'another engine holds the folder', () => ![null, ready.pid].includes(place.enginePid()))
    expect(await textOf(client.callTool({ name: 'echo', arguments: { text: 'again' } }))).toBe('again')
  })
})

it(
  'an engine that runs for a command is also used, and the client continues with another engine when the command is done',
  patience,
  async () => {
    const place = await placeWith({ one: testServer('echo') })
    const command = place.start(['call', 'slow', '{"ms":2500}'])
    const done = outcomeOf(command)
    await eventually(10_000, 'the command has its engine', () => place.enginePid() === command.pid)
    const client = await place.v1()
    const before = await textOf(client.callTool({ name: 'pid' }))
    expect(place.enginePid()).toBe(command.pid)
    expect(await done).toMatchObject({ code: 0, stdout: expect.stringContaining('slept 2500 ms') as string })
    expect(await textOf(client.callTool({ name: 'pid' }))).not.toBe(before)
  },
)

describe('the bridge itself', () => {
  it('exits when stdin ends, after the outstanding answers, with nothing on stderr', patience, async () => {
    const place = await placeWith({ one: testServer('echo') })
    const client = place.raw()
    client.request(0, 'initialize', initializeParams())
    client.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
    client.request(1, 'tools/call', { name: 'slow', arguments: { ms: 300 } })
    client.child.stdin.end()
    expect(await client.next()).toMatchObject({ id: 0 })
    expect(await client.next()).toMatchObject({ id: 1, result: { content: [{ text: 'slept 300 ms' }] } })
    expect(await client.exited).toEqual([0, null])
    expect(client.stderr()).toBe('')
  })

  it('exits on a signal, in the middle of a call', patience, async () => {
    const place = await placeWith({ one: testServer('echo') })
    const client = place.raw()
    client.request(0, 'tools/call', modernParams({ name: 'slow', arguments: { ms: 60_000 } }))
    client.request(1, 'server/discover', modernParams())
    expect(await client.next()).toMatchObject({ id: 1 })
    client.child.kill('SIGTERM')
    expect(await client.exited).not.toEqual([null, 'SIGKILL'])
  })

  it('[R13] sees only the given project, and an unknown project gets an error and not silence', patience, async () => {
    const place = await placeWith({ one: testServer('echo') })
    const client = place.raw('--project', 'nobody')
    client.request(0, 'initialize', initializeParams())
    expect(await client.next()).toMatchObject({
      id: 0,
      error: { message: 'Project nobody does not exist.', data: { code: 'SERVER_UNAVAILABLE' } },
    })
    expect(client.stderr()).toContain('Project nobody does not exist.')
    const bound = await place.v1({}, '--project', 'default')
    expect((await bound.listTools()).tools.length).toBeGreaterThan(0)
  })

  it('answers with the reason if an engine cannot start', patience, async () => {
    const place = await bridgePlace()
    mkdirSync(`${place.dataFolder}/kb.db`, { recursive: true })
    const client = place.raw()
    client.request(0, 'initialize', initializeParams())
    const answer = await client.next()
    expect(answer).toMatchObject({ id: 0, error: { data: { code: 'SERVER_UNAVAILABLE' } } })
    expect(JSON.stringify(answer)).toContain('kb.db')
  })

  it('serves a file with --config, and leaves nothing behind', patience, async () => {
    const place = await bridgePlace()
    const client = await place.v1({}, '--config', place.writeConfig({ one: testServer('echo') }))
    const server = Number(await textOf(client.callTool({ name: 'pid' })))
    expect(place.enginePid()).toBeNull()
    await client.close()
    await eventually(10_000, 'the server has ended', () => !isRunning(server))
  })
})
