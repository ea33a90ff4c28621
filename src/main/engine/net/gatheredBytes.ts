/**
 * The bytes of one line or message, in the pieces they arrived in. Small pieces are joined on arrival: a message sent
 * byte by byte would otherwise cost a hundred times its size.
 */
const smallBytes = 1024
const maxSmallPieces = 256

export class GatheredBytes {
  #pieces: Buffer[] = []
  #length = 0
  /** How many of the last pieces are small. */
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

  /** All bytes, with `last` appended; a lone `last` is not copied. */
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
