/**
 * Servers of both eras, whose tools ask in the style of one era. On every way in, a client gets what it would get from
 * the server directly. A second process is started only for clients of the other era.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { newServer, type SessionsMode } from '#contract/servers/server'
import type { Engine } from '#engine/createEngine'
import {
  type ClientAddress,
  type Line,
  lines,
  type MatrixClient,
  openClientAt,
  openDirectly,
  type Way,
} from '#test/integration/gateway/matrix/matrixClients'
import { openDoorOf } from '#test/integration/gateway/matrix/matrixPlace'
import { startTestEngine, testServer } from '#test/support/testEngine'

const launch = testServer('everyFeature', '--era', 'both')
const tools = ['old_sample', 'old_elicit', 'old_roots', 'new_sample', 'new_elicit', 'new_roots', 'sample', 'elicit']
const addresses: readonly (readonly [Way, ClientAddress])[] = [
  ['http', { path: '', project: null }],
  ['http', { path: '/p/default', project: null }],
  ['http', { path: '/s/one', project: null }],
  ['sse', { path: '', project: null }],
  ['sse', { path: '/s/one', project: null }],
  ['stdio', { path: '', project: null }],
  ['stdio', { path: '', project: 'default' }],
]

interface Said {
  readonly isError?: boolean
  readonly content: [{ readonly text: string }]
}

const ask = async (client: MatrixClient, name: string) =>
  (await client.request('tools/call', { name })) as unknown as Said

/** Returns the answers of those tools that answer, by the name of the tool. */
async function answersOf(client: MatrixClient): Promise<Record<string, string>> {
  onTestFinished(() => client.close())
  const answers: [string, string][] = []
  for (const name of tools) {
    const { isError, content } = await ask(client, name)
    if (isError !== true) answers.push([name, content[0].text])
  }
  return Object.fromEntries(answers)
}

async function start(transport: 'stdio' | 'http', sessions: SessionsMode = 'auto') {
  const remote = transport === 'http' ? await startTestEngine({ both: { launch } }) : null
  const place = remote === null ? launch : { transport, url: `${await openDoorOf(remote, false)}/mcp/s/both` }
  const engine = await startTestEngine()
  await engine.servers.add(newServer.parse({ name: 'one', launch: place, sessions }))
  await engine.registry.use({ kind: 'all' })
  return { engine, gateway: engine.gateway, url: await openDoorOf(engine, false) }
}

const pidOf = async (client: MatrixClient) => Number((await ask(client, 'pid')).content[0].text)

describe('a server of both eras', () => {
  it.each(['stdio', 'http'] as const)(
    '[R10] over %s asks every client on every way in as it would without Switchboard',
    { timeout: 120_000 },
    async (transport) => {
      const place = await start(transport)
      for (const line of lines) {
        const directly = await answersOf(await openDirectly(line, launch.command, [...(launch.args ?? [])]))
        expect(Object.keys(directly)).toHaveLength(5)
        for (const [way, address] of addresses) {
          if (way === 'sse' && line === 'SDK v2 modern') continue
          const through = await answersOf(await openClientAt(place, line, way, address))
          expect({ line, way, address, ...through }).toEqual({ line, way, address, ...directly })
        }
      }
    },
  )

  it.each<[SessionsMode]>([['auto'], ['shared']])(
    '[R8] with `sessions: %s` has one process until a client of the other era connects',
    { timeout: 60_000 },
    async (sessions) => {
      const place = await start('stdio', sessions)
      const open = async (line: Line) => {
        const client = await openClientAt(place, line, 'http', { path: '', project: null })
        onTestFinished(() => client.close())
        return client
      }
      const [v1, v2, modern] = await Promise.all(lines.map(open))
      if (v1 === undefined || v2 === undefined || modern === undefined) throw new Error('a client is missing')
      const [first, second] = [await pidOf(v1), await pidOf(v2)]
      expect([first, second]).toEqual([stateOf(place.engine).pid, first])
      expect(stateOf(place.engine)).toMatchObject({ era: 'legacy', alsoSpeaks: 'modern' })
      const other = await pidOf(modern)
      expect(other).not.toBe(first)
      expect([await pidOf(modern), await pidOf(v1)]).toEqual([other, first])
      const log = logOf(place.engine)
      expect(log.filter((text) => text.startsWith('The server supports both eras'))).toHaveLength(1)
    },
  )

  it(
    '[R8] with `sessions: dedicated` has one process for each client, of the client’s era',
    { timeout: 60_000 },
    async () => {
      const place = await start('stdio', 'dedicated')
      for (const line of lines) {
        const client = await openClientAt(place, line, 'stdio', { path: '', project: null })
        const own = await pidOf(client)
        expect(Object.keys(await answersOf(client))).toHaveLength(5)
        expect(await pidOf(client)).toBe(own)
      }
    },
  )
})

function logOf({ registry }: Engine): string[] {
  return registry
    .connection('one')
    .log.lines()
    .map(({ text }) => text)
}

function stateOf({ registry }: Engine) {
  const { state } = registry.get('one')
  if (state.kind !== 'ready') throw new Error(`The server is ${state.kind}.`)
  return state
}
