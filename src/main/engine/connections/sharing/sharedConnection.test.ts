import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '#contract/servers/server'
import type { ConnectionEvents } from '#engine/connections/connectionOptions'
import { SharedConnection } from '#engine/connections/sharing/sharedConnection'
import { SharedProcesses } from '#engine/connections/sharing/sharedProcess'
import { manualClock } from '#test/support/manualClock'
import { deafEvents, ScriptedProcesses, turns } from '#test/support/scriptedProcesses'

const error = { code: 'SERVER_UNAVAILABLE', message: 'held' }
const context = { projectId: null, callerKey: 'test' }

/** What a listener does as soon as it is told of a state. */
type React = (server: SharedConnection | undefined, kind: ConnectionState['kind']) => void

/** Makes one server in each of `count` projects. Their launches are the same until a test changes one. */
function sharing(count: number, events: Partial<ConnectionEvents> = {}, react: React = () => undefined) {
  const processes = new ScriptedProcesses(manualClock())
  const pool = new SharedProcesses()
  const keys = new Map<string, string>()
  const servers: SharedConnection[] = []
  for (let place = 0; place < count; place++) {
    const projectId = `project ${place}`
    const keyOf = () => keys.get(projectId) ?? 'same'
    const connection = processes.options(`server-${place}`)
    const onState = ({ kind }: ConnectionState) => react(servers[place], kind)
    const options = { projectId, connection, processes: pool, keyOf }
    servers.push(new SharedConnection(options, { ...deafEvents, onState, ...events }))
  }
  return { processes, servers, keys }
}

async function sharedByTwo(events: Partial<ConnectionEvents> = {}) {
  const made = sharing(2, events)
  const [one, other] = made.servers as [SharedConnection, SharedConnection]
  one.start()
  other.start()
  await turns()
  expect([one.state.kind, other.state.kind, made.processes.opened]).toEqual(['ready', 'ready', 1])
  return { ...made, one, other }
}

const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('start', 'restart', 'stop', 'drain', 'hold', 'wake', 'move', 'call'),
    place: fc.constantFrom(0, 1, 2),
  }),
  fc.record({ kind: fc.constantFrom('die', 'answer') }),
  fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(50, 500, 2_000, 60_000) }),
)

const reactions = fc.array(
  fc.record({
    to: fc.constantFrom<ConnectionState['kind']>('stopped', 'starting', 'ready', 'backingOff', 'stopping'),
    does: fc.constantFrom('start', 'restart', 'stop', 'hold'),
    times: fc.constantFrom(1, 2),
  }),
  { maxLength: 2 },
)

function tellTo(server: SharedConnection | undefined, what: string): void {
  if (what === 'start') server?.start()
  else if (what === 'restart') void server?.restart()
  else if (what === 'stop') void server?.stop()
  else if (what === 'drain') void server?.stop(10_000)
  else if (what === 'hold') server?.hold(error)
  else if (what === 'wake') server?.wake()
}

describe('servers that share a process', () => {
  it('[R7] [R8] in any order of requests, even from listeners, no process is left when all servers are stopped, and all can start again in one process', async () => {
    await fc.assert(
      fc.asyncProperty(reactions, fc.array(step, { maxLength: 40, size: 'max' }), async (chosen, steps) => {
        let left = chosen.map((one) => ({ ...one }))
        const { processes, servers, keys } = sharing(3, {}, (server, kind) => {
          const reaction = left.find(({ to, times }) => to === kind && times > 0)
          if (reaction === undefined) return
          reaction.times--
          tellTo(server, reaction.does)
        })
        for (const one of steps) {
          const server = 'place' in one ? servers[one.place] : undefined
          if ('ms' in one) await processes.pass(one.ms)
          else if (one.kind === 'die') processes.dieAll()
          else if (one.kind === 'answer') processes.answerAll()
          else if (one.kind === 'call') {
            const nothing = () => undefined
            const observer = { onResult: nothing, onError: nothing, onLost: nothing }
            server?.session?.request('tools/call', { name: 'x' }, {}, observer, context)
          } else if (one.kind !== 'move') tellTo(server, one.kind)
          else if ('place' in one) {
            keys.set(`project ${one.place}`, keys.has(`project ${one.place}`) ? 'same' : 'another')
            void server?.restart()
          }
          await Promise.resolve()
        }
        left = []
        const stopped = Promise.all(servers.map((server) => server.stop()))
        await processes.pass(15_000)
        await stopped
        expect(servers.map(({ state }) => state.kind)).toEqual(['stopped', 'stopped', 'stopped'])
        expect(processes.open.size).toBe(0)
        await processes.pass(120_000)
        expect(processes.open.size).toBe(0)

        keys.clear()
        for (const server of servers) server.start()
        await processes.pass(500)
        expect(servers.map(({ state }) => state.kind)).toEqual(['ready', 'ready', 'ready'])
        expect(processes.open.size).toBe(1)
        const end = Promise.all(servers.map((server) => server.stop()))
        await processes.pass(500)
        await end
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  it('[R8] a connection that joins learns what the others know, and the server gets requests from all of them', async () => {
    const listed: string[] = []
    const { processes, servers } = sharing(2, { onListing: (kind) => listed.push(kind) })
    const [one, other] = servers as [SharedConnection, SharedConnection]
    one.start()
    await turns()
    const before = [...listed]
    expect(before).toContain('tools')
    other.start()
    await turns()
    expect(listed.slice(before.length).sort()).toEqual([...before].sort())
    expect(processes.opened).toBe(1)
  })

  it('[R17] [R22] a question goes to one of the servers, a change to a resource goes to all of them', async () => {
    const heard: string[] = []
    const { processes } = await sharedByTwo({
      onServerRequest: ({ method }) => heard.push(method),
      onNotification: (method) => heard.push(method),
    })
    const [events] = processes.open.keys()
    const say = (message: object) => events?.onMessage(JSON.stringify({ jsonrpc: '2.0', ...message }))
    say({ id: 'q', method: 'elicitation/create', params: {} })
    say({ method: 'notifications/message', params: {} })
    say({ method: 'notifications/resources/updated', params: { uri: 'a' } })
    expect(heard).toEqual([
      'elicitation/create',
      'notifications/message',
      'notifications/resources/updated',
      'notifications/resources/updated',
    ])
  })

  it('[R22] a resource that two servers follow is unsubscribed only when neither of them follows it any longer', async () => {
    const { one, other } = await sharedByTwo()
    const ask = (server: SharedConnection, method: string) =>
      new Promise<unknown>((resolve, reject) => {
        const observer = { onResult: resolve, onError: reject, onLost: reject }
        server.session?.request(method, { uri: 'a' }, {}, observer, context)
      })
    for (const server of [one, other]) await ask(server, 'resources/subscribe')
    expect(await ask(one, 'resources/unsubscribe')).toEqual({})
    expect(await ask(other, 'resources/unsubscribe')).toEqual({ told: 'resources/unsubscribe' })
  })

  it('[R6] a held server leaves the process running for the other', async () => {
    const { processes, one, other } = await sharedByTwo()
    await one.stop()
    one.hold(error)
    expect([one.state, other.state.kind, processes.open.size]).toMatchObject([{ kind: 'failed', error }, 'ready', 1])
    one.start()
    expect(one.state.kind).toBe('failed')
    await one.restart()
    await turns()
    expect([one.state.kind, processes.opened]).toEqual(['ready', 1])
  })
})
