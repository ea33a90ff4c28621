/**
 * An HTTP proxy in the engine for a container that may reach only listed hosts. Connections come from the container's
 * tunnel. The proxy resolves names and checks their addresses, so the container's own resolver does not matter. The
 * request that follows a redirect is checked like any other.
 */
import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect, isIP, type LookupFunction } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { AllowedHosts, readTarget, type Target, targetText } from '#engine/hosting/egress/allowedHosts'
import type { NetworkUse } from '#engine/hosting/provider'

export interface EgressOptions {
  readonly hosts: readonly string[]
  /** Called once for each refused target, with a sentence for the server's log. */
  readonly onRefused: (sentence: string) => void
  /** Replaces `lookup` of `node:dns`. */
  readonly lookup?: typeof lookupName
}

const connectMs = 15_000
/** How many refused targets are remembered and reported. */
const maxRefusedKept = 50

export class EgressProxy {
  readonly #options: EgressOptions
  readonly #allowed: AllowedHosts
  readonly #server: Server
  readonly #open = new Set<Duplex>()
  readonly #refusedTargets = new Set<string>()
  #allowedCount = 0
  #refusedCount = 0

  constructor(options: EgressOptions) {
    this.#options = options
    this.#allowed = new AllowedHosts(options.hosts)
    this.#server = createServer({ headersTimeout: connectMs, requestTimeout: 0, keepAliveTimeout: 60_000 })
    this.#server.on('connect', (asked, client, head) => this.#tunnel(asked, client, head))
    this.#server.on('request', (asked, answer) => this.#forward(asked, answer))
    this.#server.on('clientError', (_error, client) => client.destroy())
  }

  /** Serves a connection from the container, which speaks HTTP as to a proxy. */
  serve(client: Duplex): void {
    this.#track(client)
    this.#server.emit('connection', client)
  }

  use(): NetworkUse {
    return { allowed: this.#allowedCount, refused: this.#refusedCount, refusedTargets: [...this.#refusedTargets] }
  }

  close(): void {
    for (const stream of this.#open) stream.destroy()
  }

  #tunnel({ url = '' }: IncomingMessage, client: Duplex, head: Buffer): void {
    const target = readTarget(url)
    if (target === null) return refuseTunnel(client, 400, 'CONNECT needs a target of the form host:port.')
    const refusal = this.#refusal(target)
    if (refusal !== null) return refuseTunnel(client, 403, refusal)
    const upstream = connect({ ...target, lookup: this.#lookup(target), allowHalfOpen: true, timeout: connectMs })
    this.#track(upstream)
    const fail = (error: Error) => {
      if (error instanceof Elsewhere) refuseTunnel(client, 403, error.message)
      else refuseTunnel(client, 502, `${targetText(target)} cannot be reached: ${error.message}`)
    }
    upstream.once('error', fail)
    upstream.once('timeout', () => upstream.destroy(new Error('no answer in time')))
    // The client may disconnect before its target is connected.
    client.once('close', () => upstream.destroy())
    upstream.once('connect', () => {
      upstream.off('error', fail).setTimeout(0)
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) upstream.write(head)
      join(client, upstream)
    })
  }

  #forward(asked: IncomingMessage, answer: ServerResponse): void {
    const url = URL.parse(asked.url ?? '')
    if (url === null || url.protocol !== 'http:')
      return answerWith(answer, 400, 'This is a proxy: send the full URL, beginning with http://.')
    const target = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || 80 }
    const refusal = this.#refusal(target)
    if (refusal !== null) return answerWith(answer, 403, refusal)
    const upstream = request({
      ...target,
      method: asked.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...forwarded(asked.headers), host: url.host },
      agent: false,
      lookup: this.#lookup(target),
    })
    const connecting = setTimeout(() => upstream.destroy(new Error('no answer in time')), connectMs)
    upstream.once('socket', (socket) => {
      this.#track(socket)
      socket.once('connect', () => clearTimeout(connecting))
    })
    upstream.once('close', () => clearTimeout(connecting))
    upstream.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, forwarded(response.headers))
      pipeline(response, answer, () => undefined)
    })
    upstream.on('error', (error) => {
      if (error instanceof Elsewhere) answerWith(answer, 403, error.message)
      else answerWith(answer, 502, `${targetText(target)} cannot be reached: ${error.message}`)
    })
    answer.once('close', () => upstream.destroy())
    pipeline(asked, upstream, () => undefined)
  }

  /** Returns the reason to refuse the target, or null if it is allowed. Counts the target in either case. */
  #refusal(target: Target): string | null {
    if (!this.#allowed.isListed(target)) return this.#refuse(target, 'is not on its list of hosts')
    // A name's address is checked once it is resolved.
    if (isIP(target.host) !== 0 && !this.#allowed.mayReach(target.host, target.port))
      return this.#refuse(target, privateReason)
    this.#allowedCount++
    return null
  }

  #refuse(target: Target, reason: string): string {
    const text = targetText(target).slice(0, 300)
    const sentence = `${text} ${reason}.`
    this.#refusedCount++
    if (!this.#refusedTargets.has(text) && this.#refusedTargets.size < maxRefusedKept) {
      this.#refusedTargets.add(text)
      this.#options.onRefused(`Network: ${sentence}`)
    }
    return sentence
  }

  #lookup(target: Target): LookupFunction {
    const { lookup = lookupName } = this.#options
    return (name, options, done) => {
      lookup(name, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
        if (error !== null) return done(error, '', 0)
        const able = found.filter(({ address }) => this.#allowed.mayReach(address, target.port))
        const [first] = able
        if (first === undefined) {
          // The request was counted as allowed before the name was resolved.
          this.#allowedCount--
          return done(new Elsewhere(this.#refuse(target, privateReason)), '', 0)
        }
        if (options.all === true) done(null, able)
        else done(null, first.address, first.family)
      })
    }
  }

  #track(stream: Duplex): void {
    if (this.#open.has(stream)) return
    this.#open.add(stream)
    stream.on('error', () => undefined)
    stream.once('close', () => this.#open.delete(stream))
  }
}

const privateReason = 'leads to an address that is not public, and the address itself is not on its list of hosts'

/** Thrown if a listed name resolves to an address that may not be reached. */
class Elsewhere extends Error {}

function join(one: Duplex, other: Duplex): void {
  pipeline(one, other, () => undefined)
  pipeline(other, one, () => undefined)
}

function refuseTunnel(client: Duplex, status: 400 | 403 | 502, sentence: string): void {
  if (!client.writable) return
  const words = { 400: 'Bad Request', 403: 'Forbidden', 502: 'Bad Gateway' }[status]
  const body = `${sentence}\n`
  client.end(
    `HTTP/1.1 ${status} ${words}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function answerWith(answer: ServerResponse, status: number, sentence: string): void {
  if (answer.headersSent) return void answer.destroy()
  answer.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${sentence}\n`)
}

const hopByHop = new Set(
  'connection,keep-alive,proxy-authenticate,proxy-authorization,proxy-connection,te,trailer,transfer-encoding,upgrade'.split(
    ',',
  ),
)

/** Removes headers that are meant for a single connection or for the proxy. */
function forwarded(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)))
}
