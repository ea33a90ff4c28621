/** The test peers' HTTP servers on loopback. */
import http, { type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  readonly origin: string
  readonly port: number
  /** Cuts all connections and stops listening, so that the next connection is refused. */
  readonly close: () => Promise<void>
  /** Listens again at the same port. */
  readonly revive: () => Promise<void>
}

export async function listen(listener: RequestListener, port = 0): Promise<Listening> {
  const server = http.createServer(listener)
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await open(port)
  const taken = (server.address() as AddressInfo).port
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    origin: `http://127.0.0.1:${taken}`,
    port: taken,
    close,
    revive: () => open(taken),
  }
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
