/** Bare connections. They send what no working client would send, and read only on request. */
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

/** Resolves with everything received until the peer closes, or until the time is up. */
export function answerOf(socket: Socket, deadlineMs: number): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const end = (): void => resolve(text)
    socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
    socket.once('close', end)
    setTimeout(end, deadlineMs).unref()
  })
}

/** Returns an MCP client's POST, as text for a socket. */
export function postText(port: number, path: string, token: string | null, body: string, more = ''): string {
  const authorization = token === null ? '' : `Authorization: Bearer ${token}\r\n`
  const head =
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
    `Accept: application/json, text/event-stream\r\n${authorization}${more}`
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
