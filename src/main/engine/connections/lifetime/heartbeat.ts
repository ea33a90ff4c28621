/**
 * Pings a server at intervals, independently of its calls. Two unanswered pings in a row mark the server as silent.
 * Any later answer, even to one of these pings, clears the mark. Silence is only reported.
 */
import type { Clock, Timer } from '#engine/ports'

export interface HeartbeatOptions {
  readonly clock: Clock
  /** The time between two pings, which is also the time limit for an answer. */
  readonly everyMs: number
  /** Sends a ping, and returns a function that forgets it. `onAnswer` is called at most once. */
  readonly ask: (onAnswer: () => void) => () => void
  readonly onChanged: (isSilent: boolean) => void
}

const unansweredToBeSilent = 2

export class Heartbeat {
  readonly #options: HeartbeatOptions
  /** One function per unanswered ping, which forgets the ping. Oldest first. */
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

  /** An answer also settles all earlier pings. */
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
