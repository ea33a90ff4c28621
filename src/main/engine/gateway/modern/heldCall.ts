/**
 * One call from a modern client. The client cannot be asked while it waits, so a server's question becomes the answer
 * to the client's request, and the call stays open until the client returns with its answers. Each request that the
 * client sends for this call is a round. There is one round at a time.
 */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import { errorCodes } from '#contract/errors'
import type { GatePlace } from '#engine/access/callGate'
import type { RoutedOutcome, Tell } from '#engine/gateway/request/routedRequests'
import type { Params, JsonRpcError } from '#contract/jsonRpc/messages'
import { internalError } from '#contract/jsonRpc/errorCodes'
import { refusedQuestion, withdrawn } from '#engine/gateway/request/refusedQuestion'
import type { Clock, Timer } from '#engine/ports'
import type { Caller, ServerRequest } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'

/** A round: one request from the client for this call, from its arrival to its answer. */
export interface Round {
  readonly cancellation: Cancellation
  /** The client's progress token for this request. Undefined: the client wants no progress. */
  readonly progressToken: unknown
  readonly tell: Tell
  answer(outcome: RoutedOutcome): void
}

export interface HeldCallOptions {
  readonly clock: Clock
  /** How long the client may stay away. */
  readonly heldMs: number
  /** Reserves a slot for the call while its client is away. Returns false if none is left. */
  readonly takePlace: (call: HeldCall) => boolean
  readonly leavePlace: (call: HeldCall) => void
  /** The request state that the client must send back with its answers to this round. */
  readonly stateOf: (call: HeldCall) => string
}

interface Question {
  readonly request: ServerRequest
  answer(given: unknown): void
  refuse(message: string): void
}

const tooMany: JsonRpcError = {
  code: errorCodes.QUEUE_FULL,
  message:
    'Too many calls from this client are waiting for its answers. Answer those first, then make this call again.',
  data: { code: 'QUEUE_FULL' },
}

/** How long to wait for more questions before they are sent, because servers send several together. */
const gatherMs = 10

export class HeldCall {
  /** Cancels the call, whichever round it is in. */
  readonly cancellation = new Cancellation()
  /** How many times the client was given questions to answer before it continues the call. */
  round = 0
  readonly #options: HeldCallOptions
  readonly #questions = new Map<string, Question>()
  #asked = 0
  #current: { readonly round: Round; readonly done: () => void } | null = null
  #gathering: Timer | null = null
  #waiting: Timer | null = null
  #outcome: RoutedOutcome | undefined
  #place: GatePlace | null = null

  constructor(options: HeldCallOptions) {
    this.#options = options
  }

  /** Whether the client is away, finding answers. */
  get isParked(): boolean {
    return this.#current === null
  }

  /** Makes the call. Resolves when the first round is answered, perhaps with a question. */
  begin(round: Round, call: () => Promise<RoutedOutcome>): Promise<void> {
    const answered = this.#open(round)
    void call().then((outcome) => {
      this.#outcome = outcome
      this.#end()
    })
    return answered
  }

  /** Continues the call when the client is back. Questions that it left unanswered are asked again. */
  goOn(round: Round, responses: unknown): Promise<void> {
    this.#waiting?.cancel()
    this.#place?.comeBack()
    const answered = this.#open(round)
    const given = fieldsOf(responses)
    for (const [key, question] of this.#questions) if (isObject(given[key])) question.answer(given[key])
    if (this.#outcome !== undefined) this.#end()
    else if (this.#questions.size > 0) this.#putQuestions()
    return answered
  }

  readonly ask: NonNullable<Caller['ask']> = (request, signal) => {
    if (signal.aborted) return Promise.reject(refusedQuestion(withdrawn))
    if (!this.#options.takePlace(this)) {
      this.#giveUp(tooMany)
      return Promise.reject(refusedQuestion({ code: internalError, message: tooMany.message }))
    }
    const key = `question-${++this.#asked}`
    return new Promise((resolve, reject) => {
      const refuse = (message: string) => {
        settle()
        reject(refusedQuestion({ code: internalError, message }))
      }
      const withdraw = () => refuse(withdrawn.message)
      const settle = () => {
        this.#questions.delete(key)
        signal.removeEventListener('abort', withdraw)
      }
      const answer = (given: unknown) => {
        settle()
        resolve(given)
      }
      signal.addEventListener('abort', withdraw, { once: true })
      this.#questions.set(key, { request, answer, refuse })
      this.#gathering ??= this.#options.clock.after(gatherMs, () => this.#putQuestions())
    })
  }

  /** Keeps the call's slot, which another of the client's calls may use while the client is away. */
  readonly onPlace = (place: GatePlace): void => void (this.#place = place)

  /** Sends progress with the progress token of the current round. Messages are lost while the client is away. */
  readonly tell: Tell = (method, params) => {
    const round = this.#current?.round
    if (round === undefined) return
    if (method !== 'notifications/progress') round.tell(method, params)
    else if (round.progressToken !== undefined) round.tell(method, { ...params, progressToken: round.progressToken })
  }

  /** Cancels the call: the server is told, and its open questions are refused. */
  cancel(): void {
    this.cancellation.cancel()
    for (const question of this.#questions.values()) question.refuse('The client did not come back with an answer.')
    if (this.isParked) this.#close()
  }

  #open(round: Round): Promise<void> {
    return new Promise((done) => {
      this.#current = { round, done }
      const cancelled = () => {
        if (this.#current?.round === round) this.cancel()
      }
      if (round.cancellation.cancelled) cancelled()
      else round.cancellation.listen({ cancelled })
    })
  }

  /** Answers the client's request with the open questions. */
  #putQuestions(): void {
    this.#gathering?.cancel()
    this.#gathering = null
    if (this.#current === null || this.#questions.size === 0) return
    this.round++
    const requests = [...this.#questions].map(([key, { request }]) => [key, asPut(request)])
    const requestState = this.#options.stateOf(this)
    const result = { resultType: 'input_required', inputRequests: Object.fromEntries(requests) as Params, requestState }
    this.#waiting = this.#options.clock.after(this.#options.heldMs, () => this.cancel())
    this.#answer({ kind: 'result', json: JSON.stringify(result) })
    this.#place?.leave()
  }

  /** Ends the call: the client gets the error, and the server is told that the call is cancelled. */
  #giveUp(error: JsonRpcError): void {
    this.#outcome = { kind: 'error', error, status: 200 }
    this.#end()
    this.cancellation.cancel()
  }

  #end(): void {
    if (this.#outcome === undefined || this.#current === null) return
    this.#close()
    this.#answer(this.#outcome)
  }

  #answer(outcome: RoutedOutcome): void {
    const { round, done } = this.#current ?? {}
    this.#current = null
    round?.cancellation.listen(null)
    round?.answer(outcome)
    done?.()
  }

  #close(): void {
    this.#gathering?.cancel()
    this.#waiting?.cancel()
    this.#options.leavePlace(this)
  }
}

/** Removes the id from a legacy server's request to visit a page, because the modern era has none. */
function asPut({ method, params }: ServerRequest): Params {
  if (method !== 'elicitation/create' || !isObject(params)) return { method, params }
  const { elicitationId: _id, ...rest } = params
  return { method, params: rest }
}
