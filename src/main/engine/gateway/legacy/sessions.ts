/** All legacy sessions: made, found by their secret id, freed when they are idle for too long. */
import type { GatewayLimits } from '#engine/gateway/limits'
import type { ListHashes } from '#engine/gateway/knownLists'
import { Session, type SessionFacts } from '#engine/gateway/legacy/session'
import type { Clock, MakeId, Timer } from '#engine/ports'
import { scopeKey, type Scope } from '#engine/registry/scope'

const sweepMs = 60_000

export class Sessions {
  readonly #clock: Clock
  readonly #makeId: MakeId
  readonly #limits: GatewayLimits
  readonly #sessions = new Map<string, Session>()
  #timer: Timer | null = null
  #made = 0

  constructor(clock: Clock, makeId: MakeId, limits: GatewayLimits) {
    this.#clock = clock
    this.#makeId = makeId
    this.#limits = limits
  }

  [Symbol.iterator](): Iterator<Session> {
    return this.#sessions.values()
  }

  create(facts: Omit<SessionFacts, 'id' | 'key'>, hashes: ListHashes): Session {
    if (this.#sessions.size >= this.#limits.sessions) this.#makeRoom()
    const key = `session ${++this.#made}`
    const session = new Session({ ...facts, id: this.#makeId(), key }, this.#clock.now(), hashes)
    this.#sessions.set(session.facts.id, session)
    this.#timer ??= this.#clock.after(sweepMs, this.#sweep)
    return session
  }

  /** A session belongs to the address it was made at. */
  find(id: string, address: Scope): Session | null {
    const session = this.#sessions.get(id)
    if (session === undefined || scopeKey(session.facts.address) !== scopeKey(address)) return null
    session.lastUsedAt = this.#clock.now()
    return session
  }

  end(session: Session): void {
    this.#sessions.delete(session.facts.id)
    session.end()
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
    for (const session of this.#sessions.values()) session.stopListening()
    this.#sessions.clear()
  }

  readonly #sweep = (): void => {
    const usedBefore = this.#clock.now() - this.#limits.sessionIdleMs
    for (const session of this.#sessions.values()) {
      if (!session.isBusy && session.lastUsedAt < usedBefore) this.end(session)
    }
    this.#timer = this.#sessions.size > 0 ? this.#clock.after(sweepMs, this.#sweep) : null
  }

  #makeRoom(): void {
    let idlest: Session | undefined
    for (const session of this.#sessions.values()) {
      if (!session.isBusy && (idlest === undefined || session.lastUsedAt < idlest.lastUsedAt)) idlest = session
    }
    const oldest = this.#sessions.values().next().value
    const freed = idlest ?? oldest
    if (freed !== undefined) this.end(freed)
  }
}
