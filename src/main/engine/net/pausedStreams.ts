/** The event streams of one remote server. They are read in turns and paused together. */
import type { IncomingMessage } from 'node:http'
import { type ReadingTurn, readInTurns, type TurnReader } from '#engine/net/readInTurns'

export class PausedStreams {
  readonly #open = new Set<TurnReader>()
  #paused = false

  read(body: IncomingMessage, take: (piece: Buffer) => number, turn?: ReadingTurn): void {
    const reader = readInTurns(body, take, turn)
    this.#open.add(reader)
    body.once('close', () => this.#open.delete(reader))
    if (this.#paused) reader.hold()
  }

  pause(): void {
    this.#paused = true
    for (const reader of this.#open) reader.hold()
  }

  resume(): void {
    this.#paused = false
    for (const reader of this.#open) reader.goOn()
  }
}
