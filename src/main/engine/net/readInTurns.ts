/**
 * Reads a stream in turns: after a number of bytes or messages, or after some time, all other work gets its turn of the
 * event loop. Otherwise the system would deliver two megabytes of a flood in one piece, and all calls would wait for
 * that.
 */
import type { Readable } from 'node:stream'

const turnBytes = 64 * 1024
/** How many messages end a turn, because its bytes could contain tens of thousands of tiny ones. */
export const turnMessages = 250
/** The time limit of a turn, because a batch of messages counts as one. */
const turnMs = 5

/** Measures how much of one stream's turn has been used. */
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

  /** Call this for each message. Returns true if the rest of the piece must wait. */
  isOverAfterMessage(): boolean {
    this.#messages += 1
    return this.#messages >= turnMessages || this.#spentMs + this.#now() - this.#since >= turnMs
  }

  /** Returns true if the turn is over, so that the next piece begins another turn. */
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
 * `take` returns how many bytes it took, and reports each message to `turn`. The remaining bytes are passed to it
 * again.
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
