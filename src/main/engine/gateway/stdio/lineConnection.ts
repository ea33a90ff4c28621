/**
 * Serves clients on a byte stream with one message per line, as on stdin and stdout. Bridges at the control socket use
 * it.
 */
import type { Duplex } from 'node:stream'
import { createLineSplitter } from '#engine/net/lineSplitter'
import { ReadingTurn, readInTurns } from '#engine/net/readInTurns'
import type { Grant } from '#engine/access/grant'
import type { Backlog, Sink } from '#engine/gateway/client/backlog'
import type { Channels } from '#engine/gateway/channel/channels'
import { parsedMessage, tooLarge } from '#engine/net/receivedText'
import type { MessageStream } from '#engine/gateway/request/reply'
import type { Standing } from '#engine/gateway/client/standing'

/** How far behind a client may be before it misses progress and log messages, and its own messages are not read. */
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
    if (!this.isOpen) return
    const before = this.#stream.writableLength
    if (!this.#stream.write(`${json}\n`)) this.#backlog.grew(this, this.#grant, this.#stream.writableLength - before)
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
  const turn = new ReadingTurn()
  const splitter = createLineSplitter({
    maxBytes,
    turn,
    onLine: (line) => {
      const parsed = parsedMessage(line)
      if ('refusal' in parsed) channel.send(parsed.refusal)
      else client.receive(parsed.value)
    },
    onTooLong: () => channel.send(tooLarge(maxBytes)),
  })
  stream.on('error', () => stream.destroy())
  const take = (piece: Buffer): number => {
    const taken = splitter.push(piece)
    if (stream.writableLength > patienceBytes) reading.hold()
    return taken
  }
  const reading = readInTurns(stream, take, turn)
  stream.on('drain', () => reading.goOn())
  stream.on('end', () => channel.end())
}
