/**
 * Asks a server from time to time whether it is there, beside its calls. Two questions in a row that stay unanswered mean
 * that it is silent; any later answer, also to one of these, means that it is not. Nothing else follows from that.
 */
import type { Clock, Timer } from '#engine/ports'

export interface HeartbeatOptions {
  readonly clock: Clock
  /** Between two questions, and the limit for an answer. */
  readonly everyMs: number
  /** Returns how to forget the question. `onAnswer` is called at most once. */
  readonly ask: (onAnswer: () => void) => () => void
  readonly onChanged: (isSilent: boolean) => void
}

const unansweredToBeSilent = 2

export class Heartbeat {
  readonly #options: HeartbeatOptions
  /** How to forget the questions that have no answer, oldest first. */
  readonly #unanswered = new Set<() => void>()
  #isSilent = false
  #timer: Timer

  constructor(options: HeartbeatOptions) {
    this.#options = options
    this.#timer = this.#later()
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  end(): void {
    this.#timer.cancel()
  }

  #later(): Timer {
    return this.#options.clock.after(this.#options.everyMs, () => this.#beat())
  }

  #beat(): void {
    if (this.#unanswered.size >= unansweredToBeSilent) {
      this.#enter(true)
      const [oldest] = this.#unanswered
      if (oldest !== undefined) this.#unanswered.delete(oldest)
      oldest?.()
    }
    const forget = this.#options.ask(() => {
      this.#forgetUpTo(forget)
      this.#enter(false)
    })
    this.#unanswered.add(forget)
    this.#timer = this.#later()
  }

  /** An answer makes up for all that was asked before. */
  #forgetUpTo(answered: () => void): void {
    for (const forget of this.#unanswered) {
      this.#unanswered.delete(forget)
      if (forget === answered) return
      forget()
    }
  }

  #enter(isSilent: boolean): void {
    if (this.#isSilent === isSilent) return
    this.#isSilent = isSilent
    this.#options.onChanged(isSilent)
  }
}
