/**
 * The state that a client sends back with its answers. It names a held call and its round, and is signed: it is useless
 * to other clients, for other requests, or changed. The key lasts as long as the engine runs.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MakeId } from '#engine/ports'

/** What a state is valid for. */
export interface StateBinding {
  /** The owner of the call. */
  readonly principal: string
  readonly method: string
  /** Name or URI that the request was made for. */
  readonly target: string
}

export interface HeldRound {
  readonly callId: string
  readonly round: number
}

export class RequestStates {
  readonly #key: string
  /** Prefix of all states of this run; other states belong to others. */
  readonly #start: string

  constructor(makeId: MakeId) {
    this.#key = `${makeId()}${makeId()}`
    this.#start = `switchboard.${makeId()}.`
  }

  seal({ callId, round }: HeldRound, binding: StateBinding): string {
    return `${this.#start}${callId}.${round}.${this.#sign(callId, String(round), binding)}`
  }

  /** Null: not ours. `wrong`: ours, but changed, or for another client or request. */
  open(state: unknown, binding: StateBinding): HeldRound | 'wrong' | null {
    if (typeof state !== 'string' || !state.startsWith(this.#start)) return null
    const [callId = '', round = '', signature = '', ...more] = state.slice(this.#start.length).split('.')
    const given = Buffer.from(signature)
    const right = Buffer.from(this.#sign(callId, round, binding))
    if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return 'wrong'
    return { callId, round: Number(round) }
  }

  #sign(callId: string, round: string, { principal, method, target }: StateBinding): string {
    const said = JSON.stringify([this.#start, callId, round, principal, method, target])
    return createHmac('sha256', this.#key).update(said).digest('base64url')
  }
}
