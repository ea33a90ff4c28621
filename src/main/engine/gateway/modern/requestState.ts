/**
 * What a client is given to bring back with its answers: it names a held call and a round of it, and is signed, so that
 * it is worth nothing to others, for other requests, or changed. The key lives as long as one engine runs.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MakeId } from '#engine/ports'

/** What a state is good for. */
export interface StateBinding {
  /** Whose call it is. */
  readonly principal: string
  readonly method: string
  /** The name or the address that the request was made for. */
  readonly target: string
}

export interface HeldRound {
  readonly callId: string
  readonly round: number
}

export class RequestStates {
  readonly #key: string
  /** What all states of this run begin with: those of others are for others to know. */
  readonly #start: string

  constructor(makeId: MakeId) {
    this.#key = `${makeId()}${makeId()}`
    this.#start = `switchboard.${makeId()}.`
  }

  seal({ callId, round }: HeldRound, binding: StateBinding): string {
    return `${this.#start}${callId}.${round}.${this.#sign(callId, String(round), binding)}`
  }

  /** Null: none of ours. `wrong`: ours, but changed, or for somebody or something else. */
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
