/** Reads a container's output as Docker sends it: pieces of stdout and stderr, each after a header of eight bytes. */

const headerBytes = 8

export interface FrameSink {
  stdout(bytes: Uint8Array): void | Promise<void>
  stderr(bytes: Uint8Array): void | Promise<void>
}

/** Buffers only headers. A frame's content is passed on as it arrives, however long the frame is. */
export class FrameReader {
  readonly #sink: FrameSink
  readonly #header = new Uint8Array(headerBytes)
  #headerFilled = 0
  #left = 0

  constructor(sink: FrameSink) {
    this.#sink = sink
  }

  /** Settles when the sink has taken all the content. */
  async read(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      if (this.#left === 0) {
        const taken = bytes.subarray(at, at + headerBytes - this.#headerFilled)
        this.#header.set(taken, this.#headerFilled)
        this.#headerFilled += taken.length
        at += taken.length
        if (this.#headerFilled < headerBytes) return
        this.#headerFilled = 0
        this.#left = new DataView(this.#header.buffer).getUint32(4)
        continue
      }
      const piece = bytes.subarray(at, at + this.#left)
      this.#left -= piece.length
      at += piece.length
      const taken = this.#header[0] === stderr ? this.#sink.stderr(piece) : this.#sink.stdout(piece)
      // Awaits only real promises, because an `await` for each piece would cost more than the piece itself.
      if (taken !== undefined) await taken
    }
  }
}

const stderr = 2
