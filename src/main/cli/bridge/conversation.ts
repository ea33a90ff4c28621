/**
 * One client's conversation over the engines that come and go beneath it. It says which lines go where; what an engine
 * took with it is answered in its place, once. Pure state.
 */
import { errorCodes } from '#contract/errors'
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

/** These go on to a server. Whether it did what it was asked when its engine went, nobody knows. */
const carried = new Set(['tools/call', 'prompts/get', 'resources/read', 'completion/complete'])

interface Pending {
  /** The line that it came in. */
  readonly line: string
  /** It came with others, and cannot be said again without them. */
  readonly isBatched: boolean
  readonly method: string
  isSent: boolean
}

type Link = 'none' | 'open' | 'leaving'

/** `goes`: to the engine, now. `stays`: requests in it are kept until they can. `refusal`: what the client is told. */
export type TakenLine = 'goes' | 'stays' | { readonly refusal: string }

export class Conversation {
  readonly #state = new ClientState()
  readonly #pending = new Map<RequestId, Pending>()
  /** What servers asked the client and it has not answered yet. */
  readonly #questions = new Set<RequestId>()
  #link: Link = 'none'

  /** Requests without an answer; what is listened to does not count. */
  get unanswered(): number {
    return this.#pending.size
  }

  /** Requests that the engine has been told and has to answer yet. */
  get underWay(): number {
    let sent = 0
    for (const pending of this.#pending.values()) if (pending.isSent) sent += 1
    return sent
  }

  /** A line of the client's. */
  fromClient(line: string): TakenLine {
    const read = readClientLine(line)
    if ('refusal' in read) return read
    const { messages } = read
    const isBatched = messages.length !== 1
    let goes = false
    for (const message of messages) if (this.#takeFromClient(message, line, isBatched)) goes = true
    return goes ? 'goes' : 'stays'
  }

  /** A line of the engine's: true when it is for the client. */
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

  /** There is an engine: what it is told first, and what the client is told of it. */
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

  /** From now on no new request is made of this engine: it is about to go. */
  leaving(): void {
    this.#link = 'leaving'
  }

  /** The engine has gone: what the client is told instead of what it took with it. */
  lost(): readonly string[] {
    this.#link = 'none'
    const lines: string[] = []
    for (const [id, pending] of this.#pending) {
      const isLost = pending.isSent && (pending.isBatched || carried.has(pending.method))
      pending.isSent = false
      if (!isLost) continue
      this.#pending.delete(id)
      lines.push(failure(id, 'SERVER_LOST', lostReason))
    }
    for (const requestId of this.#questions) lines.push(withdrawal(requestId))
    this.#questions.clear()
    return lines
  }

  /** There is no engine and there will be none: what waits for one is answered. */
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
        // What was taken back gets no answer any more.
        if (message.method === 'notifications/cancelled') this.#pending.delete(message.params['requestId'] as RequestId)
        return this.#link !== 'none'
      case 'answer':
        // One to a question of an engine that has gone means nothing to the next.
        return this.#questions.delete(message.id) && this.#link !== 'none'
      case 'invalid':
        return this.#link === 'open'
    }
  }

  #takeRequest(request: RpcRequest, line: string, isBatched: boolean): void {
    const { id, method } = request
    // A client that uses an id twice at once is told so by the engine.
    if (this.#pending.has(id) || this.#state.isListening(id)) return
    this.#pending.set(id, { line, isBatched, method, isSent: this.#link === 'open' })
    this.#state.requested(request, line)
  }
}

const lostReason = 'Switchboard was stopped during this request; nobody knows whether it was carried out.'

function failure(id: RequestId, code: 'SERVER_LOST' | 'SERVER_UNAVAILABLE', message: string): string {
  return errorJson(id, { code: errorCodes[code], message, data: { code } })
}

function withdrawal(requestId: RequestId): string {
  return notificationJson('notifications/cancelled', { requestId, reason: 'The call that it belongs to was lost.' })
}
