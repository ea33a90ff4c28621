/**
 * Gathers the bytes of one line or message, in the pieces in which they arrive. Small pieces are joined on arrival:
 * otherwise a message sent byte by byte would take a hundred times its size.
 */
const smallBytes = 1024
const maxSmallPieces = 256

export class GatheredBytes {
  #pieces: Buffer[] = []
  #length = 0
  /** The number of small pieces at the end of the list. */
  #smallPieces = 0

  get length(): number {
    return this.#length
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    this.#smallPieces = piece.length < smallBytes ? this.#smallPieces + 1 : 0
    if (this.#smallPieces < maxSmallPieces) return
    const small = this.#pieces.splice(-maxSmallPieces)
    this.#pieces.push(Buffer.concat(small))
    this.#smallPieces = 0
  }

  /** All bytes, with `last` appended. If there is nothing but `last`, it is not copied. */
  take(last?: Buffer): Buffer {
    if (last !== undefined && this.#pieces.length === 0) return last
    if (last !== undefined) this.add(last)
    const [only] = this.#pieces
    const whole = only !== undefined && this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces, this.#length)
    this.clear()
    return whole
  }

  clear(): void {
    this.#pieces = []
    this.#length = 0
    this.#smallPieces = 0
  }
}
