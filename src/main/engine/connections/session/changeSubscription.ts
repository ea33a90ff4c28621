/**
 * The request that asks a modern server to report changes. It stays open. When it ends, it is sent again after a delay,
 * unless the server refused it.
 */
import { backoff } from '#contract/backoff'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
import type { Clock, Random, Timer } from '#engine/ports'

export interface ChangeSubscriptionOptions {
  /** The kinds of changes to report, for example `toolsListChanged`. */
  readonly filter: readonly string[]
  request(method: string, params: Record<string, unknown>, observer: RequestObserver): void
  /** Called when the subscription is open again. Changes in between were not reported. */
  onGap(): void
  readonly clock: Clock
  readonly random: Random
}

const firstDelayMs = 1_000
const maxDelayMs = 60_000

export class ChangeSubscription {
  readonly #options: ChangeSubscriptionOptions
  #isOpen = false
  #ends = 0
  #timer: Timer | null = null
  #closed = false

  constructor(options: ChangeSubscriptionOptions) {
    this.#options = options
  }

  /** Whether a subscription request is waiting for its answer. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  open(): void {
    if (this.#closed) return
    this.#isOpen = true
    this.#options.request(
      'subscriptions/listen',
      { notifications: Object.fromEntries(this.#options.filter.map((name) => [name, true])) },
      {
        onResult: () => this.#again(),
        // The server does not support subscriptions after all.
        onError: () => {
          this.#isOpen = false
        },
        onLost: () => this.#again(),
      },
    )
  }

  acknowledged(): void {
    if (this.#ends > 0) this.#options.onGap()
    this.#ends = 0
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
  }

  #again(): void {
    this.#isOpen = false
    if (this.#closed) return
    this.#ends++
    const { clock, random } = this.#options
    this.#timer = clock.after(backoff(firstDelayMs, this.#ends, random(), maxDelayMs), () => this.open())
  }
}
