/**
 * The engine under attack: the built command as a separate process, with a secret in its vault and a limited client.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverScript, type McpServers } from '#bench/gateways/gateway'
import { startSwitchboard, type StartedSwitchboard } from '#bench/gateways/switchboard'
import { ask } from '#bench/attack/ask'
import type { Endpoint } from '#bench/load/mcpClient'
import { turnProbe } from '#bench/loop/loopProbe'
import type { Workspace } from '#bench/machine/workspace'

export type Json = Readonly<Record<string, unknown>>

const hostileScript = fileURLToPath(import.meta.resolve('#bench/attack/server/hostileServer'))
const restDeadlineMs = 20_000
const aliveDeadlineMs = 3000
const handshake = { maxMs: 3000, pauseMs: 25, over: new Set(['ready', 'failed', 'backingOff']) }
export const manyTools = 206

/** A quiet server for the bystander, and one with as many tools as a user with many servers has. */
const servers: McpServers = {
  bench: { command: process.execPath, args: [serverScript], concurrency: 64 },
  many: { command: process.execPath, args: [serverScript, 'many_', String(manyTools)] },
}

export class Target {
  readonly workspace: Workspace
  readonly started: StartedSwitchboard
  readonly folder: string
  /** A value in the vault, under `secretName`. */
  readonly secret = `secret-${randomUUID()}`
  readonly secretName = 'ATTACK_SECRET'
  /** A string in the command line of everything that a hostile server starts. */
  readonly mark = `attack-${randomUUID()}`
  readonly #told: string[] = []
  readonly #printed: string[] = []

  private constructor(workspace: Workspace, started: StartedSwitchboard, folder: string) {
    this.workspace = workspace
    this.started = started
    this.folder = folder
    started.process.onLine((line) => this.#printed.push(line))
  }

  static async start(workspace: Workspace): Promise<Target> {
    const folder = await workspace.makeFolder()
    const env = { SWITCHBOARD_VAULT_KEY: randomUUID() }
    const nodeOptions = ['--inspect=127.0.0.1:0', ...turnProbe]
    const started = await startSwitchboard(workspace, { nodeOptions, servers, folder, env })
    const target = new Target(workspace, started, folder)
    await target.rest('PUT', `/secrets/${target.secretName}`, { value: target.secret })
    return target
  }

  get pid(): number {
    return this.started.process.pid
  }

  get port(): number {
    return this.started.endpoint.port
  }

  get configFile(): string {
    return join(this.folder, 'servers.json')
  }

  /** The engine's terminal output since it was ready. */
  get printed(): string {
    return this.#printed.join('\n')
  }

  /** Takes everything that an attacker received. It must not contain any of the engine's secrets. */
  heard(text: string): void {
    this.#told.push(text)
  }

  /**
   * Adds a client with these settings. Resolves with the endpoint as that client sees it, with the client's own token.
   */
  async clientEndpoint(settings: Json, path = '/mcp'): Promise<Endpoint & { readonly token: string }> {
    const { id } = (await this.rest('POST', '/access/clients', settings)) as { id: string }
    const { token } = (await this.rest('POST', `/access/clients/${id}/tokens`)) as { token: string }
    return { port: this.port, path, wire: 'streamable', token }
  }

  /** Adds a server that does `deed` to the engine that starts it, plays, and removes the server. */
  withHostile(deed: string, play: (slug: string) => Promise<void>, env: Json = {}): Promise<void> {
    const args = [hostileScript, deed, this.mark]
    return this.withServer({ transport: 'stdio', command: process.execPath, args, env }, play)
  }

  async withServer(launch: Json, play: (slug: string) => Promise<void>): Promise<void> {
    const server = { name: `hostile ${randomUUID().slice(0, 8)}`, launch, timeoutMs: 3000, restart: 'never' }
    const { slug } = (await this.rest('POST', '/servers', server)) as { slug: string }
    try {
      await this.#shakenHands(slug)
      await play(slug)
    } finally {
      await this.rest('DELETE', `/servers/${slug}`)
    }
  }

  /** Waits until the server has been started once to list its tools, which takes a while on a busy machine. */
  async #shakenHands(slug: string): Promise<void> {
    for (let waitedMs = 0; waitedMs < handshake.maxMs; waitedMs += handshake.pauseMs) {
      const listed = (await this.rest('GET', '/servers')) as {
        slug: string
        state: { kind: string; phase?: string }
      }[]
      const state = listed.find((server) => server.slug === slug)?.state
      if (state?.phase === 'listing' || handshake.over.has(state?.kind ?? '')) return
      await delay(handshake.pauseMs)
    }
  }

  async isAlive(): Promise<boolean> {
    const signal = AbortSignal.timeout(aliveDeadlineMs)
    return ask(`${this.started.url}/healthz`, { signal }).then(
      (response) => response.ok,
      () => false,
    )
  }

  /** Calls the contract with the owner's rights. */
  async rest(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await ask(`${this.started.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.started.token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(restDeadlineMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`)
    return text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : text
  }

  /** Returns the places outside the vault where a secret was found. */
  secretsOut(): string[] {
    const places: readonly (readonly [string, string])[] = [
      ['an answer to the attacker', this.#told.join('\n')],
      ['the engine’s output', this.printed],
      ...filesIn(join(this.folder, 'data')),
    ]
    const secrets = [
      ['the access token', this.started.token],
      ['a value of the vault', this.secret],
    ] as const
    return places.flatMap(([place, text]) =>
      secrets.filter(([, value]) => text.includes(value)).map(([title]) => `${title} is in ${place}`),
    )
  }
}

function filesIn(folder: string): (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')] as const)
}
