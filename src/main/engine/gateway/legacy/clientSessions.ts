/** Opens legacy sessions, finds them by their secret id, and frees idle ones. */
import { adminGrant } from '#engine/access/grant'
import type { GatewayLimits } from '#engine/gateway/limits'
import type { ListHashes } from '#engine/gateway/lists/knownLists'
import { ClientSession, type ClientSessionFacts } from '#engine/gateway/legacy/clientSession'
import type { Standing } from '#engine/gateway/client/standing'
import type { Clock, MakeId, Timer } from '#engine/ports'

const sweepMs = 60_000

export class ClientSessions {
  readonly #clock: Clock
  readonly #makeId: MakeId
  readonly #limits: GatewayLimits
  readonly #callerGone: (callerKey: string) => void
  readonly #sessions = new Map<string, ClientSession>()
  /** Sessions by the key of the grant that opened them. */
  readonly #byKey = new Map<string, Set<ClientSession>>()
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

  [Symbol.iterator](): Iterator<ClientSession> {
    return this.#sessions.values()
  }

  create(facts: Omit<ClientSessionFacts, 'id' | 'key'>, hashes: ListHashes): ClientSession {
    this.#makeRoomFor(facts.standing.grant.key)
    const key = `session ${++this.#made}`
    const session = new ClientSession({ ...facts, id: this.#makeId(), key }, this.#clock.elapsed(), hashes)
    this.#sessions.set(session.facts.id, session)
    this.#of(session).add(session)
    this.#timer ??= this.#clock.after(sweepMs, this.#sweep)
    return session
  }

  /**
   * Finds a session for the client that opened it, at the same address. For any other client, the session does not
   * exist.
   */
  find(id: string, standing: Standing): ClientSession | null {
    const session = this.#sessions.get(id)
    if (session === undefined || !session.facts.standing.isSame(standing)) return null
    session.lastUsedAt = this.#clock.elapsed()
    return session
  }

  /** Ends the sessions that were opened with this grant key. */
  endAllOf(key: string): void {
    for (const session of this.#byKey.get(key) ?? []) this.end(session)
  }

  end(session: ClientSession): void {
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

  #of({ facts }: ClientSession): Set<ClientSession> {
    const { key } = facts.standing.grant
    let own = this.#byKey.get(key)
    if (own === undefined) this.#byKey.set(key, (own = new Set()))
    return own
  }

  /**
   * Ends a session if a limit is reached: a session of the client that is at its own limit, or of the client with the
   * most sessions. This way, no client can push out all others.
   */
  #makeRoomFor(key: string): void {
    const own = this.#byKey.get(key)
    if (own !== undefined && key !== adminGrant.key && own.size >= this.#limits.sessionsPerClient) this.#endIdlest(own)
    else if (this.#sessions.size >= this.#limits.sessions) {
      const most = [...this.#byKey.values()].reduce((one, other) => (other.size > one.size ? other : one))
      this.#endIdlest(most)
    }
  }

  #endIdlest(sessions: ReadonlySet<ClientSession>): void {
    let idlest: ClientSession | undefined
    for (const session of sessions) {
      if (!session.isBusy && (idlest === undefined || session.lastUsedAt < idlest.lastUsedAt)) idlest = session
    }
    const oldest = sessions.values().next().value
    const freed = idlest ?? oldest
    if (freed !== undefined) this.end(freed)
  }
}
