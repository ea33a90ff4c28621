/**
 * Records how callers use one session: how often, how many of them, and whether they are waiting for changes.
 * Performance matters here.
 */
import type { Params } from '#contract/jsonRpc/messages'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'

export class SessionUse {
  #count = 0
  #callerKey: string | null = null
  #hasSeveralCallers = false
  /**
   * Resources whose changes the server was asked to report. Only for legacy servers: with a modern one, a
   * subscription is an open request.
   */
  readonly #followed = new Set<unknown>()

  /** The number of uses: callers' requests, and calls to `touch`. */
  get count(): number {
    return this.#count
  }

  get hasSeveralCallers(): boolean {
    return this.#hasSeveralCallers
  }

  get isFollowed(): boolean {
    return this.#followed.size > 0
  }

  /** Counts a use without a request. */
  touch(): void {
    this.#count++
  }

  /** Counts a request. Returns the observer to use for the answer. */
  take(method: string, params: Params, callerKey: string | undefined, observer: RequestObserver): RequestObserver {
    this.#count++
    if (callerKey !== undefined && callerKey !== this.#callerKey) {
      this.#hasSeveralCallers = this.#callerKey !== null
      this.#callerKey ??= callerKey
    }
    if (method === 'resources/subscribe') return this.#following(params['uri'], observer)
    if (method === 'resources/unsubscribe') this.#followed.delete(params['uri'])
    return observer
  }

  #following(uri: unknown, observer: RequestObserver): RequestObserver {
    this.#followed.add(uri)
    return {
      onResult: (result) => observer.onResult(result),
      onError: (error) => {
        this.#followed.delete(uri)
        observer.onError(error)
      },
      onLost: (reason, error) => {
        this.#followed.delete(uri)
        observer.onLost(reason, error)
      },
    }
  }
}
