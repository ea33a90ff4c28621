/**
 * Counts the answers that a server asked for and has not read yet. If there are too many, Switchboard stops reading
 * from the server, which is enough for one that is merely slow. If the server then still reads no answer for
 * `patienceMs`, that counts as a flood.
 */
import { durationText } from '#contract/text/durationText'
import { AppError } from '#contract/errors'
import type { Clock, Timer } from '#engine/ports'

export interface OwedAnswersOptions {
  readonly clock: Clock
  /** Stop reading from the server. */
  onFull(): void
  /** Resume reading from the server. */
  onRoom(): void
  onFlood(error: AppError): void
}

/** There are too many answers only above both limits: neither a few long answers nor many short ones are a flood. */
const maxCount = 1_000
const maxBytes = 8 * 1024 * 1024
/** The estimated cost of each answer in addition to its text. */
const overheadBytes = 128
const patienceMs = 30_000

export class OwedAnswers {
  readonly #options: OwedAnswersOptions
  #count = 0
  #bytes = 0
  #timer: Timer | null = null
  #tookSome = false

  constructor(options: OwedAnswersOptions) {
    this.#options = options
  }

  get isFull(): boolean {
    return this.#timer !== null
  }

  add(text: string): void {
    this.#count += 1
    this.#bytes += text.length + overheadBytes
    if (this.isFull || this.#count <= maxCount || this.#bytes <= maxBytes) return
    this.#wait()
    this.#options.onFull()
  }

  /** Call when the server has read the answer, or never will. */
  remove(text: string, wasTaken: boolean): void {
    this.#count -= 1
    this.#bytes -= text.length + overheadBytes
    if (wasTaken) this.#tookSome = true
    if (!this.isFull || (this.#count > maxCount / 2 && this.#bytes > maxBytes / 2)) return
    this.close()
    this.#options.onRoom()
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
  }

  #wait(): void {
    this.#tookSome = false
    this.#timer = this.#options.clock.after(patienceMs, () => {
      if (this.#tookSome) this.#wait()
      else this.#options.onFlood(this.#flood())
    })
  }

  #flood(): AppError {
    const message =
      `The server sent ${this.#count} requests without reading the answers for ${durationText(patienceMs)}, ` +
      'so Switchboard stopped it.'
    return new AppError('SERVER_LOST', message, { known: { code: 'server-floods', about: {} } })
  }
}
