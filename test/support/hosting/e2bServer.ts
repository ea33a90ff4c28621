/**
 * A server with the part of E2B's API that its SDK 2.51 uses: REST that creates and ends sandboxes, and in each sandbox
 * envd, which uses the Connect protocol. A sandbox is a folder on this machine. Its programs are real processes,
 * started by bash.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface FakeSandbox {
  readonly id: string
  readonly template: string
  readonly metadata: Readonly<Record<string, string>>
  readonly hasInternet: boolean
  readonly folder: string
  readonly startedAt: Date
  readonly processes: FakeProcess[]
  endsAt: number
}

interface FakeProcess {
  readonly child: ChildProcess
  readonly tag: string | undefined
  readonly envs: Readonly<Record<string, string>>
  readonly streams: Set<ServerResponse>
}

export interface E2bServer {
  readonly url: string
  readonly environment: Readonly<Record<string, string>>
  readonly sandboxes: ReadonlyMap<string, FakeSandbox>
  /** All requests to the REST API, such as `POST /v2/sandboxes`. */
  readonly asked: string[]
  /** The requests' bodies, which must not contain secrets. */
  readonly bodies: string[]
  /** Cuts all streams, like a network failure. */
  cutStreams(): void
  /** Refuses the requests that match, from now on. Null refuses none. */
  refuse(path: RegExp | null, status?: number): void
  /** Creates the next sandbox, but sends no response. */
  loseNextAnswer(): void
  close(): Promise<void>
}

export const e2bKey = `e2b_${'0123456789abcdef'.repeat(2)}00000000`
const envdToken = 'token-of-envd'
const trafficToken = 'token-of-traffic'

export async function startE2bServer(templates: readonly string[]): Promise<E2bServer> {
  const sandboxes = new Map<string, FakeSandbox>()
  const [asked, bodies]: [string[], string[]] = [[], []]
  let refused: { path: RegExp; status: number } | null = null
  let losesNext = false
  let made = 0

  const server = createServer((incoming, answer) => {
    handle(incoming, answer).catch((thrown: unknown) => sendJson(answer, 500, { message: String(thrown) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://e2b')
    const id = incoming.headers['e2b-sandbox-id']
    if (typeof id === 'string') return toSandbox(id, incoming, answer)
    const method = incoming.method ?? ''
    asked.push(`${method} ${pathname}`)
    const body = await text(incoming)
    bodies.push(body)
    if (refused?.path.test(`${method} ${pathname}`) === true)
      return sendJson(answer, refused.status, { message: 'refused' })
    if (incoming.headers['x-api-key'] !== e2bKey) return sendJson(answer, 401, { code: 401, message: 'invalid key' })
    const given = (body === '' ? {} : JSON.parse(body)) as Asked
    if (method === 'POST' && pathname === '/v2/sandboxes') return await create(given, answer)
    if (method === 'GET' && pathname === '/v2/sandboxes') return list(searchParams, answer)
    const [, sandboxId = '', what = ''] = /^(?:\/v2)?\/sandboxes\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? []
    const sandbox = sandboxes.get(sandboxId)
    if (sandbox === undefined) return sendJson(answer, 404, { code: 404, message: `sandbox ${sandboxId} not found` })
    if (method === 'DELETE') {
      await end(sandbox)
      return void answer.writeHead(204).end()
    }
    if (what === 'timeout') {
      sandbox.endsAt = Date.now() + (given.timeout ?? 15) * 1_000
      return void answer.writeHead(204).end()
    }
    if (what === 'connect') return sendJson(answer, 200, told(sandbox))
    if (what === 'metrics')
      return sendJson(answer, 200, [
        { timestamp: new Date(), cpuCount: 2, cpuUsedPct: 12.5, memUsed: 34_000_000, memTotal: 512_000_000 },
      ])
    sendJson(answer, 404, { code: 404, message: 'no such path' })
  }

  async function create(given: Asked, answer: ServerResponse): Promise<void> {
    const template = String(given.templateID)
    if (!templates.includes(template))
      return sendJson(answer, 404, { code: 404, message: `template '${template}' not found` })
    const sandbox: FakeSandbox = {
      id: `i${++made}sandbox`,
      template,
      metadata: given.metadata ?? {},
      hasInternet: given.allow_internet_access !== false,
      folder: await mkdtemp(join(tmpdir(), 'sbe-')),
      startedAt: new Date(),
      processes: [],
      endsAt: Date.now() + (given.timeout ?? 15) * 1_000,
    }
    sandboxes.set(sandbox.id, sandbox)
    if (losesNext) {
      losesNext = false
      return void answer.destroy()
    }
    sendJson(answer, 201, told(sandbox))
  }

  function list(query: URLSearchParams, answer: ServerResponse): void {
    const wanted = [...new URLSearchParams(query.get('metadata') ?? '')].map(([key, value]) => [
      decodeURIComponent(key),
      decodeURIComponent(value),
    ])
    const all = [...sandboxes.values()].filter(({ metadata }) =>
      wanted.every(([key, value]) => metadata[String(key)] === value),
    )
    // A page has two entries, so that a reader has to request the next pages, too.
    const from = Number(query.get('nextToken') ?? 0)
    const page = all.slice(from, from + 2).map((one) => ({
      sandboxID: one.id,
      templateID: `id-of-${one.template}`,
      alias: one.template,
      clientID: 'client',
      metadata: one.metadata,
      startedAt: one.startedAt,
      endAt: new Date(one.endsAt),
      state: 'running',
      cpuCount: 2,
      memoryMB: 512,
      envdVersion: '0.5.7',
    }))
    sendJson(answer, 200, page, from + 2 < all.length ? { 'x-next-token': String(from + 2) } : {})
  }

  async function toSandbox(id: string, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const sandbox = sandboxes.get(id)
    if (sandbox === undefined)
      return sendJson(answer, 502, { code: 'unavailable', message: 'the sandbox was not found' })
    const port = Number(incoming.headers['e2b-sandbox-port'])
    if (port === 49_983) return await envd(sandbox, incoming, answer)
    if (incoming.headers['e2b-traffic-access-token'] !== trafficToken)
      return sendJson(answer, 403, { message: 'this port is not public' })
    const { method, url, headers } = incoming
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    passed.on('error', () => sendJson(answer, 502, { message: 'the port is not open' }))
    incoming.pipe(passed)
  }

  async function envd(sandbox: FakeSandbox, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (incoming.headers['x-access-token'] !== envdToken)
      return sendJson(answer, 401, { code: 'unauthenticated', message: 'wrong token' })
    const [, method = ''] = /^\/process\.Process\/(\w+)$/.exec(incoming.url ?? '') ?? []
    const body = Buffer.from(await text(incoming), 'latin1')
    const isStream = incoming.headers['content-type'] === 'application/connect+json'
    const given = JSON.parse(body.subarray(isStream ? 5 : 0).toString()) as Given
    if (method === 'Start') return start(sandbox, given, answer)
    const found = sandbox.processes.find(
      ({ child, tag }) =>
        child.exitCode === null && child.signalCode === null && isMeant(given.process, child.pid, tag),
    )
    if (method === 'List')
      return sendJson(answer, 200, { processes: sandbox.processes.map(({ child }) => ({ pid: child.pid })) })
    if (found === undefined) {
      if (!isStream) return sendJson(answer, 404, { code: 'not_found', message: 'process not found' })
      return endStream(answer, { error: { code: 'not_found', message: 'process not found' } })
    }
    if (method === 'Connect') return follow(found, answer)
    if (method === 'SendInput') found.child.stdin?.write(Buffer.from(given.input?.stdin ?? '', 'base64'))
    if (method === 'CloseStdin') found.child.stdin?.end()
    if (method === 'SendSignal') found.child.kill(signalOf(given.signal))
    sendJson(answer, 200, {})
  }

  function start(sandbox: FakeSandbox, { process: config, tag, stdin }: Given, answer: ServerResponse): void {
    const { cmd = '', args = [], envs = {} } = config ?? {}
    const env = { PATH: process.env['PATH'] ?? '', HOME: sandbox.folder, ...envs }
    const child = spawn(cmd, args, { cwd: sandbox.folder, env, stdio: 'pipe' })
    const process_: FakeProcess = { child, tag, envs, streams: new Set() }
    sandbox.processes.push(process_)
    child.stdin.on('error', () => undefined)
    if (stdin !== true) child.stdin.end()
    const tell = (event: object) => {
      for (const stream of process_.streams)
        if (!send(stream, { event })) {
          child.stdout.pause()
          stream.once('drain', () => child.stdout.resume())
        }
    }
    child.stdout.on('data', (bytes: Buffer) => tell({ data: { stdout: bytes.toString('base64') } }))
    child.stderr.on('data', (bytes: Buffer) => tell({ data: { stderr: bytes.toString('base64') } }))
    child.on('close', (code, signal) => {
      const words = { SIGKILL: 'killed', SIGTERM: 'terminated' }[String(signal)]
      // Like envd, leaves out an exit code of zero, and reports an exit by a signal with the code -1.
      tell({
        end:
          signal === null
            ? {
                ...(code !== 0 && { exitCode: code, error: `exit status ${code}` }),
                exited: true,
                status: `exit status ${code}`,
              }
            : { exitCode: -1, status: `signal: ${words}`, error: `signal: ${words}` },
      })
      for (const stream of process_.streams) endStream(stream, {})
      process_.streams.clear()
    })
    follow(process_, answer)
  }

  function follow(process_: FakeProcess, answer: ServerResponse): void {
    answer.writeHead(200, { 'content-type': 'application/connect+json' })
    process_.streams.add(answer)
    answer.on('close', () => process_.streams.delete(answer))
    send(answer, { event: { start: { pid: process_.child.pid } } })
    send(answer, { event: { keepalive: {} } })
  }

  async function end(sandbox: FakeSandbox): Promise<void> {
    sandboxes.delete(sandbox.id)
    for (const { child, streams } of sandbox.processes) {
      for (const stream of streams) stream.destroy()
      streams.clear()
      if (child.exitCode !== null || child.signalCode !== null) continue
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    await rm(sandbox.folder, { recursive: true, force: true })
  }

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    environment: { E2B_API_URL: url, E2B_SANDBOX_URL: url },
    sandboxes,
    asked,
    bodies,
    cutStreams() {
      for (const { processes } of sandboxes.values())
        for (const { streams } of processes) for (const stream of streams) stream.destroy()
    },
    refuse(path, status = 500) {
      refused = path === null ? null : { path, status }
    },
    loseNextAnswer() {
      losesNext = true
    },
    async close() {
      for (const sandbox of sandboxes.values()) await end(sandbox)
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Asked {
  readonly templateID?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly allow_internet_access?: boolean
  readonly timeout?: number
}

interface Given {
  readonly process?: {
    readonly cmd?: string
    readonly args?: string[]
    readonly envs?: Record<string, string>
  } & Selector
  readonly tag?: string
  readonly stdin?: boolean
  readonly input?: { readonly stdin?: string }
  readonly signal?: number | string
}
interface Selector {
  readonly pid?: number
  readonly tag?: string
}

function isMeant(selector: Selector | undefined, pid: number | undefined, tag: string | undefined): boolean {
  return selector?.pid === undefined ? selector?.tag === tag : selector.pid === pid
}

function signalOf(signal: number | string | undefined): NodeJS.Signals {
  return signal === 15 || signal === 'SIGNAL_SIGTERM' ? 'SIGTERM' : 'SIGKILL'
}

function told({ id, template }: FakeSandbox) {
  return {
    sandboxID: id,
    templateID: `id-of-${template}`,
    clientID: 'client',
    envdVersion: '0.5.7',
    envdAccessToken: envdToken,
    trafficAccessToken: trafficToken,
    domain: null,
  }
}

function sendJson(answer: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Returns false if the stream's buffer is full. */
function send(stream: ServerResponse, message: object, flags = 0): boolean {
  const bytes = Buffer.from(JSON.stringify(message))
  const header = Buffer.alloc(5)
  header[0] = flags
  header.writeUInt32BE(bytes.length, 1)
  return stream.write(Buffer.concat([header, bytes]))
}

function endStream(stream: ServerResponse, message: object): void {
  if (!stream.headersSent) stream.writeHead(200, { 'content-type': 'application/connect+json' })
  send(stream, message, 2)
  stream.end()
}
