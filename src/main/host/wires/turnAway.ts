/**
 * Refuses a request at a door: answers, then ends the connection, whatever the peer still sends. Data that was already
 * sent is read for a moment, because closing earlier could lose the answer on its way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { nodeHttp } from '#engine/net/nodeHttp'

const maxReadBytes = 4 * 1024 * 1024
const maxReadMs = 1_000

/** Refuses an upgrade. Node's server has released the socket, so it must be closed here. */
export function refuseUpgrade(socket: Duplex, status: number, reason = ''): void {
  const destroy = () => socket.destroy()
  socket.on('error', destroy)
  const timer = setTimeout(destroy, maxReadMs)
  socket.once('close', () => clearTimeout(timer))
  readAway(socket, destroy)
  const title = nodeHttp.STATUS_CODES[status] ?? 'Refused'
  const head = `HTTP/1.1 ${status} ${title}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(reason)}\r\n\r\n`
  socket.end(head + reason)
}

/** Sends `answer` once the request's body has been read and dropped. The connection accepts nothing more. */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  response.setHeader('connection', 'close')
  if (!hasBody(request)) return answer()
  const refuse = () => {
    clearTimeout(timer)
    if (!response.writableEnded && !response.destroyed) answer()
  }
  const timer = setTimeout(refuse, maxReadMs)
  request.once('close', refuse)
  request.once('end', refuse)
  readAway(request, refuse)
}

/**
 * Call this after an answer that did not wait for the whole request. The rest must come soon, or the connection ends.
 * `socket`: the request's socket, which an abandoned request no longer has.
 */
export function boundRest(request: IncomingMessage, socket: Socket): void {
  const timer = setTimeout(() => request.complete || socket.destroy(), maxReadMs)
  request.once('end', () => clearTimeout(timer))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0'
}

function readAway(stream: Duplex | IncomingMessage, onTooMuch: () => void): void {
  let left = maxReadBytes
  stream.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) onTooMuch()
  })
  stream.resume()
}
