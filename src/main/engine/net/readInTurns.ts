/**
 * Reads a stream in turns: after a number of bytes or messages, or some time, all other work gets its turn of the event
 * loop. The system would hand over two megabytes of a flood in one go, and every call under way would wait for all of
 * it.
 */
import type { Readable } from 'node:stream'

const turnBytes = 64 * 1024
/** Tens of thousands of tiny messages would fit into the bytes of one turn. */
export const turnMessages = 250
/** A batch of messages counts as one. */
const turnMs = 5

/** What is left of one stream's turn. */
export class ReadingTurn {
  readonly #now: () => number
  #bytes = 0
  #messages = 0
  #spentMs = 0
  #since = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  beginPiece(): void {
    this.#since = this.#now()
  }

  /** To be called for each message; true: the rest of the piece must wait. */
  isOverAfterMessage(): boolean {
    this.#messages += 1
    return this.#messages >= turnMessages || this.#spentMs + this.#now() - this.#since >= turnMs
  }

  /** True: the turn is over, and the next piece begins another one. */
  isOverAfterPiece(bytes: number): boolean {
    this.#bytes += bytes
    this.#spentMs += this.#now() - this.#since
    if (this.#bytes < turnBytes && this.#messages < turnMessages && this.#spentMs < turnMs) return false
    this.#bytes = 0
    this.#messages = 0
    this.#spentMs = 0
    return true
  }
}

export interface TurnReader {
  /** Stops reading until `goOn`. */
  hold(): void
  goOn(): void
}

/**
 * `take` returns how many of the bytes it took, and reports each message to `turn`; the rest of the piece comes again.
 */
export function readInTurns(
  stream: Readable,
  take: (piece: Buffer) => number,
  turn: ReadingTurn = new ReadingTurn(),
): TurnReader {
  let isHeld = false
  stream.on('data', (piece: Buffer) => {
    turn.beginPiece()
    const taken = take(piece)
    if (!turn.isOverAfterPiece(taken) && taken === piece.length) return
    stream.pause()
    if (taken < piece.length) stream.unshift(piece.subarray(taken))
    setImmediate(() => {
      if (!isHeld) stream.resume()
    })
  })
  return {
    hold: () => {
      isHeld = true
      stream.pause()
    },
    goOn: () => {
      isHeld = false
      stream.resume()
    },
  }
}
