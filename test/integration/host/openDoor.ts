/** Opens an HTTP door on a free port, with a fake engine behind it. It closes when the test is over. */
import { request } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { systemClock } from '#engine/clock'
import type { Log, LogFields } from '#engine/ports'
import type { ServedEngine } from '#main/host/http/httpRoutes'
import { openHttpServer } from '#main/host/http/httpServer'
import type { HttpServerOptions } from '#main/host/http/httpServer'
import { createWires } from '#main/host/wires/wires'
import { createFakeRouter } from '#test/integration/host/fakeRouter'

export const token = 'the-token'

export interface LoggedLine {
  readonly fields: LogFields
  readonly message: string
}

export function recordingLog(lines: LoggedLine[] = []): Log & { readonly lines: LoggedLine[] } {
  const write = (fields: LogFields, message: string) => void lines.push({ fields, message })
  return { lines, debug: write, info: write, warn: write, error: write, child: () => recordingLog(lines) }
}

type Handle = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>

const echoPath: Handle = async (_request, response, path) => {
  response.end(`gateway ${path}`)
}

interface DoorOptions extends Partial<HttpServerOptions> {
  readonly handle?: Handle
  readonly hosting?: ServedEngine['hosting']
}

export async function openDoor(options: DoorOptions = {}) {
  const fake = createFakeRouter()
  const log = recordingLog()
  let unread = 0
  const wires = createWires(fake.router, log, () => (unread += 1))
  const door = await openHttpServer({
    port: 0,
    token,
    version: '0.0.0',
    pageFolder: null,
    engine: {
      gateway: { handle: options.handle ?? echoPath, handleSse: echoPath },
      access: { grantOf: () => null },
      metrics: { readiness: () => ({ ready: true, servers: {} }), text: () => '' },
      hosting: options.hosting ?? { backupVolume: () => Promise.reject(new Error('no volume')) },
    },
    wires,
    clock: systemClock,
    log,
    ...options,
  })
  onTestFinished(() => door.close())
  return { door, fake, log, wires, unread: () => unread }
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Sends a request with exactly these headers. `fetch` does not let a test set `Host`. */
export function send(
  url: string,
  options: { method?: string; headers?: OutgoingHttpHeaders; body?: string; path?: string } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const { method = 'GET', headers = {}, body, path = '/' } = options
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const withToken = { authorization: `Bearer ${token}` }
