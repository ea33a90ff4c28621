/** An open `text/event-stream` response. Writing has no effect once the client is gone. */
import type { ServerResponse } from 'node:http'
import type { Grant } from '#engine/access/grant'
import type { Backlog, Sink } from '#engine/gateway/client/backlog'
import { silentTicks, type KeptAlive } from '#engine/gateway/http/keepAlive'
import type { MessageStream } from '#engine/gateway/request/reply'

const head = [
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-store',
  // Tells proxies such as nginx not to buffer events.
  'X-Accel-Buffering',
  'no',
]

/** How far behind a client may be before it misses progress and log messages, so that they do not fill the memory. */
const patienceBytes = 1024 * 1024

export class EventStream implements MessageStream, KeptAlive, Sink {
  readonly #response: ServerResponse
  readonly #backlog: Backlog
  readonly #grant: Grant
  #quietTicks = 0

  constructor(response: ServerResponse, backlog: Backlog, grant: Grant) {
    this.#response = response
    this.#backlog = backlog
    this.#grant = grant
    response.writeHead(200, head)
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  get isReading(): boolean {
    return this.isOpen && this.#response.writableLength < patienceBytes
  }

  get waitingBytes(): number {
    return this.#response.destroyed ? 0 : this.#response.writableLength
  }

  cut(): void {
    this.#response.destroy()
  }

  /** Sends the headers, so that the client sees immediately that the stream is open. */
  flush(): void {
    this.#response.flushHeaders()
  }

  send(json: string): void {
    this.#write(`event: message\ndata: ${json}\n\n`)
  }

  sendIfReading(json: string): void {
    if (this.isReading) this.send(json)
  }

  tick(): boolean {
    this.#quietTicks += 1
    if (this.#quietTicks >= silentTicks) this.keepAlive()
    return this.isOpen
  }

  keepAlive(): void {
    this.#write(': keep-alive\n\n')
  }

  end(): void {
    if (this.isOpen) this.#response.end()
  }

  onClosed(listener: () => void): void {
    this.#response.once('close', listener)
  }

  #write(text: string): void {
    this.#quietTicks = 0
    if (!this.isOpen) return
    const before = this.#response.writableLength
    if (!this.#response.write(text)) this.#backlog.grew(this, this.#grant, this.#response.writableLength - before)
  }
}
