/**
 * One client's conversation with several engines in succession. It decides which lines are passed on, and answers the
 * requests that are lost with an engine, once. Pure state.
 */
import { errorCodes } from '#contract/errors'
import { isCarriedMethod } from '#contract/jsonRpc/carriedMethods'
import {
  errorJson,
  type Message,
  notificationJson,
  type Params,
  type RequestId,
  type RpcRequest,
} from '#contract/jsonRpc/messages'
import { acknowledgedId, ClientState, isRepeated } from '#main/cli/bridge/clientState'
import { acknowledged, readClientLine, readEngineLine } from '#main/cli/bridge/message'

interface Pending {
  /** The line that contained the request. */
  readonly line: string
  /** Whether the request came in a batch, so that it cannot be repeated alone. */
  readonly isBatched: boolean
  readonly method: string
  isSent: boolean
}

type Link = 'none' | 'open' | 'leaving'

/**
 * `goes`: send the line to the engine now. `stays`: its requests are kept until they can be sent. `refusal`: the answer
 * for the client.
 */
export type TakenLine = 'goes' | 'stays' | { readonly refusal: string }

export class Conversation {
  readonly #state = new ClientState()
  readonly #pending = new Map<RequestId, Pending>()
  /** Servers' questions that the client has not answered yet. */
  readonly #questions = new Set<RequestId>()
  #link: Link = 'none'

  /** The number of unanswered requests. Subscriptions do not count. */
  get unanswered(): number {
    return this.#pending.size
  }

  /** The number of requests that the engine has received but not answered. */
  get underWay(): number {
    let sent = 0
    for (const pending of this.#pending.values()) if (pending.isSent) sent += 1
    return sent
  }

  /** Takes a line from the client. */
  fromClient(line: string): TakenLine {
    const read = readClientLine(line)
    if ('refusal' in read) return read
    const { messages } = read
    const isBatched = messages.length !== 1
    let goes = false
    for (const message of messages) if (this.#takeFromClient(message, line, isBatched)) goes = true
    return goes ? 'goes' : 'stays'
  }

  /** Takes a line from the engine. True: pass it to the client. */
  fromEngine(line: string): boolean {
    const messages = readEngineLine(line)
    const [first] = messages
    if (first?.kind === 'notification' && first.method === acknowledged) return this.#acknowledged(first.params)
    for (const message of messages) {
      if (message.kind === 'answer') {
        if (isRepeated(message.id)) return false
        this.#state.answered(message.id)
        this.#pending.delete(message.id)
      } else if (message.kind === 'request') this.#questions.add(message.id)
    }
    return true
  }

  /** Notes that an engine is connected. Returns the first lines for the engine, and the lines for the client. */
  connected(): { readonly toEngine: readonly string[]; readonly toClient: readonly string[] } {
    this.#link = 'open'
    const repeated = this.#state.repeated()
    const held = new Set<string>()
    for (const pending of this.#pending.values()) {
      pending.isSent = true
      held.add(pending.line)
    }
    return { toEngine: [...repeated, ...held], toClient: repeated.length === 0 ? [] : this.#state.news() }
  }

  /** Notes that this engine is about to exit, and gets no new requests. */
  leaving(): void {
    this.#link = 'leaving'
  }

  /** Notes that the engine is gone. Returns answers for the client to the requests lost with it. */
  lost(): readonly string[] {
    this.#link = 'none'
    const lines: string[] = []
    for (const [id, pending] of this.#pending) {
      // The engine is gone, so it is unknown whether a server carried the request out.
      const isLost = pending.isSent && (pending.isBatched || isCarriedMethod(pending.method))
      pending.isSent = false
      if (!isLost) continue
      this.#pending.delete(id)
      lines.push(failure(id, 'SERVER_LOST', lostReason))
    }
    for (const requestId of this.#questions) lines.push(withdrawal(requestId))
    this.#questions.clear()
    return lines
  }

  /** Answers every waiting request, because no engine can be reached. */
  hopeless(reason: string): readonly string[] {
    const lines = [...this.#pending.keys()].map((id) => failure(id, 'SERVER_UNAVAILABLE', reason))
    this.#pending.clear()
    return lines
  }

  #acknowledged(params: Params): boolean {
    const id = acknowledgedId(params)
    this.#pending.delete(id)
    return !this.#state.wasAcknowledged(id)
  }

  #takeFromClient(message: Message, line: string, isBatched: boolean): boolean {
    switch (message.kind) {
      case 'request':
        this.#takeRequest(message, line, isBatched)
        return this.#link === 'open'
      case 'notification':
        this.#state.notified(message.method, message.params)
        // A cancelled request gets no answer.
        if (message.method === 'notifications/cancelled') this.#pending.delete(message.params['requestId'] as RequestId)
        return this.#link !== 'none'
      case 'answer':
        // An answer to a lost engine's question means nothing to the next engine.
        return this.#questions.delete(message.id) && this.#link !== 'none'
      case 'invalid':
        return this.#link === 'open'
    }
  }

  #takeRequest(request: RpcRequest, line: string, isBatched: boolean): void {
    const { id, method } = request
    // The engine reports a client that uses an id for two requests at the same time.
    if (this.#pending.has(id) || this.#state.isListening(id)) return
    this.#pending.set(id, { line, isBatched, method, isSent: this.#link === 'open' })
    this.#state.requested(request, line)
  }
}

const lostReason = 'Switchboard was stopped during this request. It may or may not have been carried out.'

function failure(id: RequestId, code: 'SERVER_LOST' | 'SERVER_UNAVAILABLE', message: string): string {
  return errorJson(id, { code: errorCodes[code], message, data: { code } })
}

function withdrawal(requestId: RequestId): string {
  return notificationJson('notifications/cancelled', {
    requestId,
    reason: 'The call that this request belongs to was lost.',
  })
}
