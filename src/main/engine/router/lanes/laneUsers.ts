/**
 * Clients with an open session that have used a lane's connection since its start. These clients can be notified
 * between calls.
 */
import type { CallableSession } from '#engine/connections/callable'
import type { Caller } from '#engine/router/call'

type Tell = NonNullable<Caller['tell']>

export class LaneUsers {
  readonly #byKey = new Map<string, Tell | null>()
  #launch: object | null = null
  #lastKey: string | null = null

  get keys(): string[] {
    return [...this.#byKey.keys()]
  }

  /** Called for every call, so the common case, the same caller as before, must be fast. */
  note(session: CallableSession, caller: Caller): void {
    const launch = session.launch ?? session
    if (launch !== this.#launch) {
      this.#launch = launch
      this.#lastKey = null
      this.#byKey.clear()
    }
    if (caller.key === this.#lastKey) return
    this.#lastKey = caller.key
    const { tell, identity, conversationId } = caller
    const isClient = identity?.hasSession === true && conversationId === undefined
    if (tell !== undefined || isClient) this.#byKey.set(caller.key, tell ?? null)
  }

  /** Does nothing for a client of the modern era, which accepts no messages between its calls. */
  tell(key: string, method: string, params: Readonly<Record<string, unknown>>): void {
    this.#byKey.get(key)?.(method, params)
  }

  gone(key: string): void {
    this.#byKey.delete(key)
    if (this.#lastKey === key) this.#lastKey = null
  }
}
