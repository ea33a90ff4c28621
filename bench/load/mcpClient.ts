/**
 * A raw MCP client over HTTP, the same for every gateway: the handshake of the 2025 era, then requests on as many
 * keep-alive connections as there are calls in flight. It knows streamable HTTP (answers as JSON or as an event stream)
 * and HTTP+SSE (one event stream for all answers).
 */
import { EventStream } from '#bench/load/eventStream'
import { HttpConnection, type ResponseHead } from '#bench/load/httpConnection'

export interface Endpoint {
  readonly port: number
  readonly path: string
  readonly wire: 'streamable' | 'sse'
  readonly token: string | null
}

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: unknown
}

interface Pending {
  readonly startedAt: number
  resolve(answered: Answered): void
  reject(error: Error): void
  answered: Answered | null
  acknowledged: boolean
}

export interface Answered {
  readonly result: unknown
  readonly latencyMs: number
}

const protocolVersion = '2025-06-18'

export class McpClient {
  readonly #endpoint: Endpoint
  readonly #connections: HttpConnection[] = []
  readonly #pending = new Map<number, Pending>()
  #stream: HttpConnection | null = null
  #head = ''
  #session: string | null = null
  #lastId = 0

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
    this.#head = this.#headOf(endpoint.path)
  }

  async open(): Promise<void> {
    if (this.#endpoint.wire === 'sse') this.#head = this.#headOf(await this.#openStream())
    await this.request(0, 'initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'bench', version: '1.0.0' },
    })
    this.#head = this.#head.replace('\r\n\r\n', `\r\nMCP-Protocol-Version: ${protocolVersion}\r\n\r\n`)
    if (this.#session !== null) {
      this.#head = this.#head.replace('\r\n\r\n', `\r\nMcp-Session-Id: ${this.#session}\r\n\r\n`)
    }
    await this.#notify('notifications/initialized')
  }

  /** Sends one request on the connection `slot`, which must be free. */
  request(slot: number, method: string, params: object): Promise<Answered> {
    return this.send(slot, method, JSON.stringify(params))
  }

  /** Like `request`, with params as JSON text that was made once, outside the measurement. */
  send(slot: number, method: string, params: string): Promise<Answered> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const ownStream = this.#endpoint.wire === 'sse'
      this.#pending.set(id, { startedAt: performance.now(), resolve, reject, answered: null, acknowledged: false })
      const body = `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`
      this.#post(slot, body, {
        onText: (text) => (ownStream ? undefined : this.#receive(text)),
        onEnd: () => this.#acknowledge(id),
        onError: (error) => this.#reject(id, error),
      })
    })
  }

  /** Opens the stream on which a streamable HTTP session receives changes. Resolves once it is open. */
  listen(onNotification: (method: string) => void): Promise<void> {
    const stream = new HttpConnection(this.#endpoint.port)
    this.#stream = stream
    const events = new EventStream(({ data }) => onNotification((JSON.parse(data) as { method: string }).method))
    return new Promise((resolve, reject) => {
      stream.start(this.#head.replace(/^POST/, 'GET'), {
        onHead: (head) => {
          const problem = this.#read(head)
          if (problem === null) resolve()
          else reject(problem)
        },
        onBody: (text) => events.feed(text),
        onEnd: () => undefined,
        onError: reject,
      })
    })
  }

  close(): void {
    this.#stream?.close()
    for (const connection of this.#connections) connection.close()
  }

  #headOf(path: string): string {
    const { port, token } = this.#endpoint
    const lines = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    ]
    return `${lines.join('\r\n')}\r\n\r\n`
  }

  #openStream(): Promise<string> {
    const { port, path } = this.#endpoint
    const stream = new HttpConnection(port)
    this.#stream = stream
    return new Promise((resolve, reject) => {
      const events = new EventStream((event) => {
        if (event.type === 'endpoint') resolve(event.data)
        else this.#receive(event.data)
      })
      const fail = (error: Error): void => {
        reject(error)
        for (const id of this.#pending.keys()) this.#reject(id, error)
      }
      stream.start(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`, {
        onBody: (text) => events.feed(text),
        onEnd: () => fail(new Error('The event stream ended.')),
        onError: fail,
      })
    })
  }

  #notify(method: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#post(0, JSON.stringify({ jsonrpc: '2.0', method }), {
        onText: () => undefined,
        onEnd: resolve,
        onError: reject,
      })
    })
  }

  #post(slot: number, body: string, on: PostEvents): void {
    this.#connections[slot] ??= new HttpConnection(this.#endpoint.port)
    let events: EventStream | null = null
    let text = ''
    let failed = false
    this.#connections[slot].start(this.#head.slice(0, -2) + `Content-Length: ${body.length}\r\n\r\n` + body, {
      onHead: (head) => {
        const problem = this.#read(head)
        failed = problem !== null
        if (problem !== null) on.onError(problem)
        const streams = head.headers.get('content-type')?.startsWith('text/event-stream') === true
        if (streams) events = new EventStream((event) => on.onText(event.data))
      },
      onBody: (part) => {
        if (events === null) text += part
        else events.feed(part)
      },
      onEnd: () => {
        if (text !== '' && !failed) on.onText(text)
        on.onEnd()
      },
      onError: (error) => on.onError(error),
    })
  }

  #read({ status, headers }: ResponseHead): Error | null {
    this.#session ??= headers.get('mcp-session-id') ?? null
    return status < 300 ? null : new Error(`The endpoint answered HTTP ${status}.`)
  }

  #receive(text: string): void {
    const receivedAt = performance.now()
    const answer = JSON.parse(text) as Answer
    const pending = answer.id === undefined ? undefined : this.#pending.get(answer.id)
    if (answer.id === undefined || pending === undefined) return
    if (answer.error !== undefined) {
      this.#reject(answer.id, new Error(`The endpoint answered ${JSON.stringify(answer.error)}.`))
      return
    }
    pending.answered = { result: answer.result, latencyMs: receivedAt - pending.startedAt }
    this.#settle(answer.id, pending)
  }

  #acknowledge(id: number): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    pending.acknowledged = true
    if (pending.answered === null && this.#endpoint.wire === 'streamable') {
      this.#reject(id, new Error('The response ended without an answer.'))
    } else this.#settle(id, pending)
  }

  /** A call is over when it is answered and its connection is free for the next one. */
  #settle(id: number, pending: Pending): void {
    if (pending.answered === null || !pending.acknowledged) return
    this.#pending.delete(id)
    pending.resolve(pending.answered)
  }

  #reject(id: number, error: Error): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    pending?.reject(error)
  }
}

interface PostEvents {
  onText(text: string): void
  onEnd(): void
  onError(error: Error): void
}
