/** Connections without a client: what no client would send, and nothing read unless it is asked for. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export async function openSockets(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ host: '127.0.0.1', port, noDelay: true }))
  for (const socket of sockets) socket.on('error', () => socket.destroy())
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

export function letGo(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}

/** What comes until the other side ends it, or for as long as that. */
export function answerOf(socket: Socket, deadlineMs: number): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const end = (): void => resolve(text)
    socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
    socket.once('close', end)
    setTimeout(end, deadlineMs).unref()
  })
}

/** A POST of an MCP client, as text for a socket. */
export function postText(port: number, path: string, token: string | null, body: string, more = ''): string {
  const authorization = token === null ? '' : `Authorization: Bearer ${token}\r\n`
  const head =
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
    `Accept: application/json, text/event-stream\r\n${authorization}${more}`
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
