/**
 * One keep-alive HTTP/1.1 connection on a bare socket, so that the client's own CPU hides as little as possible of the
 * server's. It does one exchange at a time, understands Content-Length and chunked bodies, and handles only ASCII,
 * because the benchmark sends nothing else.
 */
import { connect, type Socket } from 'node:net'

export interface ResponseHead {
  readonly status: number
  /** The headers, by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
}

export interface Exchange {
  onHead?(head: ResponseHead): void
  onBody(text: string): void
  onEnd(): void
  onError(error: Error): void
}

type Body = { kind: 'length'; left: number } | { kind: 'chunked'; left: number; ending: boolean }

export class HttpConnection {
  readonly #socket: Socket
  #exchange: Exchange | null = null
  #body: Body | null = null
  #received = ''

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text: string) => this.#receive(text))
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('The connection was closed.')))
  }

  start(request: string, exchange: Exchange): void {
    if (this.#exchange !== null) throw new Error('The connection is busy.')
    this.#exchange = exchange
    this.#socket.write(request, 'latin1')
  }

  close(): void {
    this.#exchange = null
    this.#socket.destroy()
  }

  #fail(error: Error): void {
    const exchange = this.#exchange
    this.#exchange = null
    exchange?.onError(error)
  }

  #receive(text: string): void {
    this.#received = this.#received === '' ? text : this.#received + text
    if (this.#body === null && !this.#readHead()) return
    const body = this.#body as unknown as Body
    const complete = body.kind === 'length' ? this.#readPlain(body) : this.#readChunks(body)
    if (!complete) return
    const exchange = this.#exchange
    this.#exchange = null
    this.#body = null
    exchange?.onEnd()
  }

  #readHead(): boolean {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return false
    const [statusLine = '', ...lines] = this.#received.slice(0, end).split('\r\n')
    this.#received = this.#received.slice(end + 4)
    const headers = new Map<string, string>()
    for (const line of lines) {
      const colon = line.indexOf(':')
      headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
    }
    const chunked = headers.get('transfer-encoding') === 'chunked'
    this.#body = chunked
      ? { kind: 'chunked', left: 0, ending: false }
      : { kind: 'length', left: Number(headers.get('content-length') ?? 0) }
    this.#exchange?.onHead?.({ status: Number(statusLine.slice(9, 12)), headers })
    return true
  }

  #readPlain(body: Extract<Body, { kind: 'length' }>): boolean {
    this.#take(body)
    return body.left === 0
  }

  #readChunks(body: Extract<Body, { kind: 'chunked' }>): boolean {
    for (;;) {
      if (body.left > 0) {
        this.#take(body)
        if (body.left > 0) return false
        body.ending = true
      }
      if (body.ending) {
        if (this.#received.length < 2) return false
        this.#received = this.#received.slice(2)
        body.ending = false
      }
      const end = this.#received.indexOf('\r\n')
      if (end < 0) return false
      const size = Number.parseInt(this.#received, 16)
      if (size === 0) {
        // There are no trailers, so the empty line after the last chunk ends the body.
        if (this.#received.length < end + 4) return false
        this.#received = this.#received.slice(end + 4)
        return true
      }
      this.#received = this.#received.slice(end + 2)
      body.left = size
    }
  }

  #take(body: Body): void {
    const text = this.#received.slice(0, body.left)
    this.#received = this.#received.slice(text.length)
    body.left -= text.length
    if (text !== '') this.#exchange?.onBody(text)
  }
}
