/** The event streams of one remote server, which are read, or wait, all together. */
import type { IncomingMessage } from 'node:http'

export class PausedStreams {
  readonly #open = new Set<IncomingMessage>()
  #paused = false

  /** To be called when it is being read already. */
  add(body: IncomingMessage): void {
    this.#open.add(body)
    body.once('close', () => this.#open.delete(body))
    if (this.#paused) body.pause()
  }

  pause(): void {
    this.#paused = true
    for (const body of this.#open) body.pause()
  }

  resume(): void {
    this.#paused = false
    for (const body of this.#open) body.resume()
  }
}
