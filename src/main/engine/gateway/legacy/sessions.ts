/** All legacy sessions: made, found by their secret id, freed when they are idle for too long. */
import { adminGrant } from '#engine/access/grant'
import type { GatewayLimits } from '#engine/gateway/limits'
import type { ListHashes } from '#engine/gateway/lists/knownLists'
import { Session, type SessionFacts } from '#engine/gateway/legacy/session'
import type { Standing } from '#engine/gateway/client/standing'
import type { Clock, MakeId, Timer } from '#engine/ports'

const sweepMs = 60_000

export class Sessions {
  readonly #clock: Clock
  readonly #makeId: MakeId
  readonly #limits: GatewayLimits
  readonly #callerGone: (callerKey: string) => void
  readonly #sessions = new Map<string, Session>()
  /** By the key of the grant that they were made with. */
  readonly #byKey = new Map<string, Set<Session>>()
  #timer: Timer | null = null
  #made = 0

  constructor(clock: Clock, makeId: MakeId, limits: GatewayLimits, callerGone: (callerKey: string) => void) {
    this.#clock = clock
    this.#makeId = makeId
    this.#limits = limits
    this.#callerGone = callerGone
  }

  get size(): number {
    return this.#sessions.size
  }

  [Symbol.iterator](): Iterator<Session> {
    return this.#sessions.values()
  }

  create(facts: Omit<SessionFacts, 'id' | 'key'>, hashes: ListHashes): Session {
    this.#makeRoomFor(facts.standing.grant.key)
    const key = `session ${++this.#made}`
    const session = new Session({ ...facts, id: this.#makeId(), key }, this.#clock.elapsed(), hashes)
    this.#sessions.set(session.facts.id, session)
    this.#of(session).add(session)
    this.#timer ??= this.#clock.after(sweepMs, this.#sweep)
    return session
  }

  /** A session belongs to who made it, and to the address it was made at: to all others it is not there. */
  find(id: string, standing: Standing): Session | null {
    const session = this.#sessions.get(id)
    if (session === undefined || !session.facts.standing.isSame(standing)) return null
    session.lastUsedAt = this.#clock.elapsed()
    return session
  }

  /** Ends the sessions of this key of a grant. */
  endAllOf(key: string): void {
    for (const session of this.#byKey.get(key) ?? []) this.end(session)
  }

  end(session: Session): void {
    const own = this.#of(session)
    own.delete(session)
    if (own.size === 0) this.#byKey.delete(session.facts.standing.grant.key)
    this.#sessions.delete(session.facts.id)
    session.end()
    this.#callerGone(session.facts.key)
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
    for (const session of this.#sessions.values()) session.stopListening()
    this.#sessions.clear()
    this.#byKey.clear()
  }

  readonly #sweep = (): void => {
    const usedBefore = this.#clock.elapsed() - this.#limits.sessionIdleMs
    for (const session of this.#sessions.values()) {
      if (!session.isBusy && session.lastUsedAt < usedBefore) this.end(session)
    }
    this.#timer = this.#sessions.size > 0 ? this.#clock.after(sweepMs, this.#sweep) : null
  }

  #of({ facts }: Session): Set<Session> {
    const { key } = facts.standing.grant
    let own = this.#byKey.get(key)
    if (own === undefined) this.#byKey.set(key, (own = new Set()))
    return own
  }

  /** Who has enough makes room for themselves; else who has most does. So nobody can push out all others. */
  #makeRoomFor(key: string): void {
    const own = this.#byKey.get(key)
    if (own !== undefined && key !== adminGrant.key && own.size >= this.#limits.sessionsOfOne) this.#endIdlest(own)
    else if (this.#sessions.size >= this.#limits.sessions) {
      const most = [...this.#byKey.values()].reduce((one, other) => (other.size > one.size ? other : one))
      this.#endIdlest(most)
    }
  }

  #endIdlest(sessions: ReadonlySet<Session>): void {
    let idlest: Session | undefined
    for (const session of sessions) {
      if (!session.isBusy && (idlest === undefined || session.lastUsedAt < idlest.lastUsedAt)) idlest = session
    }
    const oldest = sessions.values().next().value
    const freed = idlest ?? oldest
    if (freed !== undefined) this.end(freed)
  }
}
