/** Faults that replace the normal behaviour of `startRemote`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { RemoteOptions } from '#test/servers/remote'
import type { Incoming } from '#test/servers/wire'

/** Handles a request in place of the server. Returns true if it did. */
type Fault = NonNullable<RemoteOptions['before']>

type Answer = (response: ServerResponse, id: number) => void

const megabyte = 1024 * 1024

export const message = (id: unknown, body: Record<string, unknown>) => JSON.stringify({ jsonrpc: '2.0', id, ...body })
export const said = (text: string) => ({ result: { content: [{ type: 'text', text }] } })
export const event = (data: string) => `event: message\ndata: ${data}\n\n`

/** Answers requests with this method. Among calls, only those of the tool `bad` get the answer. */
export function at(method: string, answer: Answer): Fault {
  return (_request, response, body) => {
    const {
      id,
      method: asked,
      params,
    } = (body === '' ? {} : JSON.parse(body)) as Incoming<{ readonly name?: string }, number>
    const isMeant = asked === method && (method !== 'tools/call' || params?.name === 'bad')
    if (isMeant && id !== undefined) answer(response, id)
    return isMeant
  }
}

export function always(answer: (response: ServerResponse) => void): Fault {
  return (_request, response) => {
    answer(response)
    return true
  }
}

export function when(isMeant: (request: IncomingMessage, body: string) => boolean, answer: Answer): Fault {
  return (request, response, body) => {
    const meant = isMeant(request, body)
    if (meant) answer(response, 0)
    return meant
  }
}

export function respond(status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => void response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

export function json(body: (id: number) => string): Answer {
  return (response, id) => respond(200, 'application/json', body(id))(response)
}

export function events(...list: readonly ((id: number) => string)[]): Answer {
  return (response, id) => respond(200, 'text/event-stream', list.map((one) => event(one(id))).join(''))(response)
}

/** Sends the same text repeatedly, for as long as the other side reads. */
export function pour(type: string, text: string, everyMs = 0) {
  return (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': type })
    const next = () => {
      if (response.destroyed) return
      if (!response.write(text)) response.once('drain', next)
      else if (everyMs > 0) setTimeout(next, everyMs)
      else setImmediate(next)
    }
    next()
  }
}

/** Answers with this many megabytes of zeros, compressed to a thousandth of their size. */
export function bomb(megabytes: number) {
  const packed = gzipSync(Buffer.alloc(megabytes * megabyte))
  return respond(200, 'application/json', packed, { 'content-encoding': 'gzip' })
}
