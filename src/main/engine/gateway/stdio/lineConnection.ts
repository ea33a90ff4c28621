/** The gateway on a stream of bytes, one message a line, as on stdin and stdout: for bridges at the control socket. */
import type { Duplex } from 'node:stream'
import { createLineSplitter } from '#engine/net/lineSplitter'
import type { Grant } from '#engine/access/grant'
import type { Backlog, Sink } from '#engine/gateway/client/backlog'
import type { Channels } from '#engine/gateway/channel/channels'
import { parsedMessage, unreadable } from '#engine/gateway/channel/receivedText'
import type { MessageStream } from '#engine/gateway/request/reply'
import type { Standing } from '#engine/gateway/client/standing'

/** A client that reads slower than this much is behind loses what may be lost, and is not listened to. */
const patienceBytes = 1024 * 1024

class LineChannel implements MessageStream, Sink {
  readonly #stream: Duplex
  readonly #backlog: Backlog
  readonly #grant: Grant

  constructor(stream: Duplex, backlog: Backlog, grant: Grant) {
    this.#stream = stream
    this.#backlog = backlog
    this.#grant = grant
  }

  get waitingBytes(): number {
    return this.#stream.destroyed ? 0 : this.#stream.writableLength
  }

  cut(): void {
    this.#stream.destroy()
  }

  get isOpen(): boolean {
    return !this.#stream.destroyed && !this.#stream.writableEnded
  }

  get isReading(): boolean {
    return this.isOpen && this.#stream.writableLength < patienceBytes
  }

  send(json: string): void {
    if (this.isOpen && !this.#stream.write(`${json}\n`)) this.#backlog.grew(this, this.#grant, Buffer.byteLength(json))
  }

  sendIfReading(json: string): void {
    if (this.isReading) this.send(json)
  }

  end(): void {
    if (this.isOpen) this.#stream.end()
  }

  onClosed(listener: () => void): void {
    this.#stream.once('close', listener)
  }
}

export interface LineOptions {
  readonly channels: Channels
  readonly standing: Standing
  readonly backlog: Backlog
  readonly maxBytes: number
}

export function serveLines(stream: Duplex, { channels, standing, backlog, maxBytes }: LineOptions): void {
  const channel = new LineChannel(stream, backlog, standing.grant)
  const client = channels.open({ channel, standing, headers: {}, eras: 'both' })
  const splitter = createLineSplitter({
    maxBytes,
    onLine: (line) => {
      const parsed = parsedMessage(line)
      if ('refusal' in parsed) channel.send(parsed.refusal)
      else client.receive(parsed.value)
    },
    onTooLong: () => channel.send(unreadable(`a message may have at most ${maxBytes} bytes`)),
  })
  stream.on('error', () => stream.destroy())
  stream.on('drain', () => stream.resume())
  stream.on('end', () => channel.end())
  stream.on('data', (chunk: Buffer) => {
    splitter.push(chunk)
    if (stream.writableLength > patienceBytes) stream.pause()
  })
}
