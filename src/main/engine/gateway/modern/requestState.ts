/**
 * The request state that a client sends back with its answers. It names a held call and its round. It is signed, so
 * that changes are detected, and so that other clients and other requests cannot use it. The key lasts as long as the
 * engine runs.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MakeId } from '#engine/ports'

/** What a request state is valid for. */
export interface StateBinding {
  /** The call's owner. */
  readonly principal: string
  readonly method: string
  /** The name or URI that the request was for. */
  readonly target: string
}

export interface HeldRound {
  readonly callId: string
  readonly round: number
}

export class RequestStates {
  readonly #key: string
  /** The prefix of all states of this run. States without it are not ours. */
  readonly #start: string

  constructor(makeId: MakeId) {
    this.#key = `${makeId()}${makeId()}`
    this.#start = `switchboard.${makeId()}.`
  }

  seal({ callId, round }: HeldRound, binding: StateBinding): string {
    return `${this.#start}${callId}.${round}.${this.#sign(callId, String(round), binding)}`
  }

  /** Reads a state. Null: it is not ours. `wrong`: it is ours, but changed, or from another client or request. */
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
