/** A soak's servers: processes of the engine, and remote servers in this process, which die and come back at random. */
import { type RemoteOptions, type RemoteServer, startRemote } from '#test/servers/remote'
import type { SeededRandom } from '#test/soak/seededRandom'
import type { SoakEngine } from '#test/soak/soakEngine'
import { serverFile } from '#test/support/testServers'

interface LocalServer {
  readonly name: string
  readonly file: string
  readonly args?: readonly string[]
  readonly settings?: Readonly<Record<string, unknown>>
}

const local: readonly LocalServer[] = [
  ...['a', 'b', 'c'].map((name) => ({ name: `crew ${name}`, file: 'echo', settings: { group: 'crew' } })),
  { name: 'entries', file: 'entries' },
  { name: 'entries modern', file: 'entries', args: ['--era', 'modern'] },
  { name: 'dual', file: 'dual' },
  { name: 'modern', file: 'modern' },
  { name: 'noisy', file: 'noisy' },
  { name: 'flooding', file: 'flooding', args: ['--lines', '20'] },
  { name: 'stubborn', file: 'stubborn' },
  { name: 'mortal', file: 'crashing', args: ['--when', 'ready', '--after', '2500'] },
  { name: 'fatal', file: 'crashing', args: ['--when', 'call'] },
  { name: 'own', file: 'echo', settings: { sessions: 'dedicated' } },
]

const remote: readonly { name: string; group?: string; options: RemoteOptions }[] = [
  { name: 'pool legacy', group: 'pool', options: {} },
  { name: 'pool modern', group: 'pool', options: { eras: ['modern'], answers: 'events' } },
  { name: 'pool sse', group: 'pool', options: { transport: 'sse' } },
  { name: 'far legacy', options: { answers: 'events' } },
  { name: 'far modern', options: { eras: ['modern'] } },
  { name: 'far sse', options: { transport: 'sse' } },
]

const slugOf = ({ name }: { name: string }) => name.replace(' ', '-')
export const slugs = [...local, ...remote].map(slugOf)
/** The servers with prompts and resources. */
export const entryOwners = ['entries', 'entries-modern']
export const remoteOwners = ['pool', ...remote.filter(({ group }) => group === undefined).map(slugOf)]
export const owners = [
  'crew',
  ...local.filter(({ file, settings }) => file !== 'entries' && settings?.['group'] === undefined).map(slugOf),
]

export class SoakServers {
  readonly #remotes: readonly RemoteServer[]
  readonly #down = new Set<Promise<void>>()

  private constructor(remotes: readonly RemoteServer[]) {
    this.#remotes = remotes
  }

  static async start(): Promise<SoakServers> {
    return new SoakServers(
      await Promise.all(remote.map(({ options }) => startRemote({ ...options, remembers: false }))),
    )
  }

  async addTo(engine: SoakEngine, timeoutMs: number): Promise<void> {
    const add = async (name: string, launch: unknown, settings: object = {}) => {
      const answer = await engine.rest('POST', '/servers', { name, launch, timeoutMs, ...settings })
      if (answer?.ok !== true) throw new Error(`${name} could not be added: ${await answer?.text()}`)
    }
    for (const { name, file, args = [], settings } of local) {
      const launch = {
        transport: 'stdio',
        command: process.execPath,
        args: [serverFile(file), ...args],
        env: { TEST_MARK: engine.mark },
      }
      await add(name, launch, settings)
    }
    for (const [place, { name, group, options }] of remote.entries()) {
      const { transport = 'http' } = options
      await add(name, { transport, url: this.#remotes[place]?.url }, group === undefined ? {} : { group })
    }
  }

  /** Makes a remote server lose its streams or its sessions, or die for a while. */
  disturb(random: SeededRandom): void {
    const server = random.pick(this.#remotes)
    const dice = random.next()
    if (dice < 0.3) server.dropStreams()
    else if (dice < 0.6) server.forgetSessions()
    else if (this.#down.size === 0) {
      const down = this.#dieFor(server, random.whole(0, 2_000)).finally(() => this.#down.delete(down))
      this.#down.add(down)
    }
  }

  /** Waits until the servers that are down have come back, and closes all of them. */
  async close(): Promise<void> {
    await Promise.all(this.#down)
    await Promise.all(this.#remotes.map((server) => server.close()))
  }

  async #dieFor(server: RemoteServer, ms: number): Promise<void> {
    await server.die()
    await new Promise((resolve) => setTimeout(resolve, ms))
    await server.revive()
  }
}
