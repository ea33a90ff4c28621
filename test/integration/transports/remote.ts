/** Opens a connection to a remote server as the engine does, and collects what tests want to know about it. */
import { onTestFinished } from 'vitest'
import { AppError } from '#contract/errors'
import type { ConnectionState, ProtocolEra } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import { Connection } from '#engine/connections/connection'
import { createServerLog } from '#engine/connections/serverLog'
import { defaultBudgets, type SessionBudgets } from '#engine/connections/session/sessionBudgets'
import type { Credentials } from '#engine/connections/transports/credentials'
import { createRemoteOpeners } from '#engine/connections/transports/httpOpener'
import { noCredentials } from '#test/support/noCredentials'
import { openByKind, type Prepared, type TransportOpeners } from '#engine/connections/transport'
import type { Clock } from '#engine/ports'
import { recordingLog } from '#test/support/recordingLog'
import { type RemoteOptions, type RemoteServer, startRemote } from '#test/servers/remote'

export interface RemoteConnectionOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly transport?: 'http' | 'sse'
  readonly environment?: Readonly<Record<string, string>>
  readonly knownEra?: ProtocolEra | null
  readonly budgets?: Partial<SessionBudgets>
  readonly clock?: Clock
  /** The sign-in that the connection's requests use. */
  readonly credentials?: Credentials
}

export interface RemoteConnection {
  readonly connection: Connection
  readonly states: ConnectionState[]
  /** The tool names of each accepted list, in order. */
  readonly listings: string[][]
  readonly output: string[]
  readonly call: (name: string, input?: Record<string, unknown>) => Call
  /** Resolves with a state of this kind, now or later. */
  readonly reaches: <K extends ConnectionState['kind']>(kind: K) => Promise<Extract<ConnectionState, { kind: K }>>
  /** Resolves when a list with this tool has been accepted. */
  readonly lists: (tool: string) => Promise<void>
}

export interface Call {
  readonly id: number
  /** Resolves with the result's text, or rejects as the caller would see it. */
  readonly text: Promise<string>
  readonly progress: Record<string, unknown>[]
}

/** A clock on which waits of less than 10 s take at most 30 ms, so that a test sees their end. */
export const hurriedClock: Clock = {
  ...systemClock,
  after: (delayMs, callback) => systemClock.after(Math.min(delayMs, delayMs >= 10_000 ? delayMs : 30), callback),
}

export async function remoteServer(options: RemoteOptions = {}): Promise<RemoteServer> {
  const server = await startRemote(options)
  onTestFinished(() => server.close())
  return server
}

export function connectTo(url: string, options: RemoteConnectionOptions = {}): RemoteConnection {
  const { clock = systemClock, transport = 'http', headers = {}, environment = {}, credentials } = options
  const credentialsFor = credentials === undefined ? noCredentials : () => credentials
  const log = recordingLog()
  const account = credentials === undefined ? {} : { account: 'account' }
  const launch: Prepared = { transport, url, headers: { ...headers }, ...account }
  const states: ConnectionState[] = []
  const listings: string[][] = []
  const output: string[] = []
  const watching = new Set<() => void>()
  const tell = () => {
    for (const look of watching) look()
  }
  const until = <T>(find: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const look = () => {
        const found = find()
        if (found === undefined) return
        watching.delete(look)
        resolve(found)
      }
      watching.add(look)
      look()
    })
  const remote = createRemoteOpeners({ environment, clock, random: () => 0, log, credentialsFor })
  const connection = new Connection(
    {
      slug: 'far',
      rules: { restart: 'on-failure' },
      isRemote: true,
      prepareLaunch: () => Promise.resolve(launch),
      knownEra: options.knownEra ?? null,
      past: { wasReady: false },
      identity: { name: 'test', version: '0' },
      openTransport: openByKind(remote as TransportOpeners),
      budgets: { ...defaultBudgets, ...options.budgets },
      clock,
      random: () => 0,
      log,
      serverLog: createServerLog({ clock, redact: (text) => text }),
      redact: (text) => text,
    },
    {
      onState: (state) => {
        states.push(state)
        tell()
      },
      onListing: (kind, tools) => {
        if (kind !== 'tools') return
        listings.push(tools.map((tool) => (tool as { name: string }).name))
        tell()
      },
      onEra: () => undefined,
      onServerRequest: (request) => request.refuse(-32601, 'not here'),
      onNotification: () => undefined,
    },
  )
  connection.log.subscribe((line) => output.push(line.text))
  onTestFinished(() => connection.stop())
  connection.start()

  return {
    connection,
    states,
    listings,
    output,
    call(name, input = {}) {
      const progress: Record<string, unknown>[] = []
      let id = 0
      const text = new Promise<string>((resolve, reject) => {
        const params = { name, arguments: input, _meta: { progressToken: 'mine' } }
        const { session } = connection
        if (session === null) throw new AppError('SERVER_UNAVAILABLE', 'The server is not ready.')
        id = session.request(
          'tools/call',
          params,
          {},
          {
            onResult: (result) => resolve((result['content'] as { text: string }[])[0]?.text ?? ''),
            onError: (error) => reject(Object.assign(new Error(error.message), { code: error.code })),
            onLost: (reason, error?: AppError) =>
              reject(error ?? Object.assign(new Error(reason), { code: 'SERVER_LOST' })),
            onProgress: (params_) => progress.push(params_),
          },
        )
      })
      // A test may check the failure only later, so it must not count as unhandled until then.
      text.catch(() => undefined)
      return { id, text, progress }
    },
    reaches: <K extends ConnectionState['kind']>(kind: K) =>
      until(() =>
        connection.state.kind === kind ? (connection.state as Extract<ConnectionState, { kind: K }>) : undefined,
      ),
    lists: (tool) =>
      until(() => (listings.some((names) => names.includes(tool)) ? true : undefined)).then(() => undefined),
  }
}
