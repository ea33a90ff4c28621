/**
 * The calls that are waiting for clients to return with answers: who owns them, how many are allowed, and for how long.
 */
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { JsonRpcError } from '#contract/jsonRpc/messages'
import { invalidParams } from '#contract/jsonRpc/errorCodes'
import { HeldCall, type Round } from '#engine/gateway/modern/heldCall'
import { RequestStates, type StateBinding } from '#engine/gateway/modern/requestState'
import type { RoutedOutcome } from '#engine/gateway/request/routedRequests'

interface Held {
  readonly id: string
  readonly binding: StateBinding
}

const wrong: JsonRpcError = {
  code: invalidParams,
  message: 'The request state does not belong to this request.',
}
const gone: JsonRpcError = {
  code: invalidParams,
  message:
    'The call that this request state belongs to is over: it was already answered, or waited too long. Make the call again.',
}

export class HeldCalls {
  readonly #parts: Pick<GatewayParts, 'clock' | 'makeId' | 'limits'>
  readonly #states: RequestStates
  readonly #byId = new Map<string, HeldCall>()
  readonly #held = new Map<HeldCall, Held>()

  constructor(parts: Pick<GatewayParts, 'clock' | 'makeId' | 'limits'>) {
    this.#parts = parts
    this.#states = new RequestStates(parts.makeId)
  }

  get size(): number {
    return this.#held.size
  }

  /** Makes a call that may ask its client questions. Resolves when the first round has its answer. */
  begin(binding: StateBinding, round: Round, make: (call: HeldCall) => Promise<RoutedOutcome>): Promise<void> {
    const { clock, limits } = this.#parts
    const call: HeldCall = new HeldCall({
      clock,
      heldMs: limits.heldMs,
      takePlace: () => this.#takePlace(call, binding),
      leavePlace: () => this.#leavePlace(call),
      stateOf: () => this.#states.seal({ callId: this.#held.get(call)?.id ?? '', round: call.round }, binding),
    })
    return call.begin(round, () => make(call))
  }

  /** The call that a request continues. Null if the request state is not from this engine. */
  find(state: unknown, binding: StateBinding): HeldCall | JsonRpcError | null {
    const opened = this.#states.open(state, binding)
    if (opened === null) return null
    if (opened === 'wrong') return wrong
    const call = this.#byId.get(opened.callId)
    return call?.isParked === true && call.round === opened.round ? call : gone
  }

  /** Cancels an owner's waiting calls, because the owner is gone for good. */
  endAllOf(principal: string): void {
    for (const [call, { binding }] of this.#held) if (binding.principal === principal) call.cancel()
  }

  close(): void {
    for (const call of this.#held.keys()) call.cancel()
  }

  #takePlace(call: HeldCall, binding: StateBinding): boolean {
    if (this.#held.has(call)) return true
    const { heldCalls, heldCallsPerClient } = this.#parts.limits
    if (this.#held.size >= heldCalls || this.#countOf(binding.principal) >= heldCallsPerClient) return false
    const id = this.#parts.makeId()
    this.#held.set(call, { id, binding })
    this.#byId.set(id, call)
    return true
  }

  #leavePlace(call: HeldCall): void {
    const held = this.#held.get(call)
    if (held === undefined) return
    this.#held.delete(call)
    this.#byId.delete(held.id)
  }

  #countOf(principal: string): number {
    return [...this.#held.values()].filter(({ binding }) => binding.principal === principal).length
  }
}
