/** The responses of HTTP servers in tests, and the lies that can replace an honest one. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string
}

/** Responds in place of an endpoint. Calling `honest` does what the endpoint does, such as using up a code. */
export type Lie = (honest: () => Answer, response: ServerResponse, request: IncomingMessage) => void | Promise<void>

export function json(status: number, body: unknown, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

export function redirect(location: string): Answer {
  return { status: 302, headers: { location } }
}

export function send(response: ServerResponse, { status, headers = {}, body = '' }: Answer): void {
  response.writeHead(status, headers).end(body)
}

const megabyte = 'x'.repeat(1_000_000)

function* hugeDocument(megabytes: number) {
  yield '{"issuer":"'
  for (let sent = 0; sent < megabytes; sent += 1) yield megabyte
  yield '"}'
}

/** Every lie works for any endpoint. */
export const lies = {
  status: (status: number, body: unknown = { error: 'temporarily_unavailable' }): Lie => {
    return (_honest, response) => send(response, json(status, body))
  },
  notFound: ((_honest, response) => send(response, { status: 404 })) satisfies Lie,
  html: ((_honest, response) =>
    send(response, {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Log in</title>',
    })) satisfies Lie,
  notJson: ((_honest, response) =>
    send(response, { status: 200, headers: { 'content-type': 'application/json' }, body: '{"issuer":' })) satisfies Lie,
  huge: ((_honest, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    Readable.from(hugeDocument(50))
      .on('error', () => undefined)
      .pipe(response)
  }) satisfies Lie,
  /** Sends no response. */
  hang: (() => undefined) satisfies Lie,
  redirectsTo: (location: string): Lie => {
    return (_honest, response) => send(response, redirect(location))
  },
  redirectsForever: ((_honest, response, request) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://any')
    send(response, redirect(`${pathname}?round=${Number(searchParams.get('round') ?? 0) + 1}`))
  }) satisfies Lie,
  /** The connection breaks before the request has any effect. */
  dropsBefore: ((_honest, response) => void response.destroy()) satisfies Lie,
  /** The connection breaks after the request has taken effect. */
  dropsAfter: ((honest, response) => {
    honest()
    response.destroy()
  }) satisfies Lie,
  /** Sends the honest document, with changes. */
  edited: (edit: (document: Record<string, unknown>) => Record<string, unknown>): Lie => {
    return (honest, response) => {
      const { status, headers, body = '{}' } = honest()
      send(response, {
        status,
        ...(headers !== undefined && { headers }),
        body: JSON.stringify(edit(JSON.parse(body) as Record<string, unknown>)),
      })
    }
  },
  /** The request takes effect and is answered when the gate opens. */
  heldBefore: (gate: Promise<unknown>): Lie => {
    return async (honest, response) => {
      await gate
      send(response, honest())
    }
  },
  /** The request takes effect immediately, and is answered when the gate opens. */
  heldAfter: (gate: Promise<unknown>): Lie => {
    return async (honest, response) => {
      const answer = honest()
      await gate
      send(response, answer)
    }
  },
} as const
