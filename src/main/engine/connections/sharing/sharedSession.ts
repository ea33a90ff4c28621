/**
 * One server's view of a session that several servers use. A legacy server knows only one follower per resource, so
 * it gets `unsubscribe` only when the last follower has gone.
 */
import type { Params } from '#contract/jsonRpc/messages'
import type { ProtocolEra } from '#contract/servers/server'
import type { CallableSession, CallerContext } from '#engine/connections/callable'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'

/** Which members follow which resource in one session. */
export class SharedFollowing {
  readonly #byUri = new Map<unknown, Set<object>>()

  follow(uri: unknown, follower: object): void {
    const followers = this.#byUri.get(uri) ?? new Set()
    this.#byUri.set(uri, followers.add(follower))
  }

  /** Returns true if other members still follow the resource. */
  unfollow(uri: unknown, follower: object): boolean {
    const followers = this.#byUri.get(uri)
    followers?.delete(follower)
    return followers !== undefined && followers.size > 0
  }

  forget(follower: object): void {
    for (const followers of this.#byUri.values()) followers.delete(follower)
  }
}

/** Id of a request that was answered here and never sent. No session assigns this id. */
const answeredHere = -1

export class SharedSession implements CallableSession {
  readonly #session: CallableSession
  readonly #member: object
  readonly #following: SharedFollowing

  constructor(session: CallableSession, member: object, following: SharedFollowing) {
    this.#session = session
    this.#member = member
    this.#following = following
  }

  get launch(): object {
    return this.#session
  }

  get instructions(): string {
    return this.#session.instructions ?? ''
  }

  get era(): ProtocolEra | undefined {
    return this.#session.era
  }

  request(method: string, params: Params, capabilities: Params, observer: RequestObserver, context: CallerContext) {
    if (method === 'resources/subscribe') this.#following.follow(params['uri'], this.#member)
    if (method === 'resources/unsubscribe' && this.#following.unfollow(params['uri'], this.#member)) {
      queueMicrotask(() => observer.onResult({}))
      return answeredHere
    }
    return this.#session.request(method, params, capabilities, observer, context)
  }

  cancel(id: number, reason: string): void {
    if (id !== answeredHere) this.#session.cancel(id, reason)
  }

  forget(id: number): void {
    if (id !== answeredHere) this.#session.forget(id)
  }
}
