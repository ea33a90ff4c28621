/**
 * Runs JSON-RPC on one transport: assigns ids, matches answers to requests, sorts incoming messages. Performance
 * matters here. The peer knows nothing of MCP except the form of progress notifications, and nothing of time.
 */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import { AppError, messageOf } from '#contract/errors'
import { PendingRequests } from '#engine/connections/peer/pendingRequests'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
import type { MessageFacts } from '#engine/connections/transport'
import { internalError } from '#contract/jsonRpc/errorCodes'
import {
  answerJson,
  errorJson,
  type JsonRpcError,
  notificationJson,
  type Params,
  readError,
  requestJson,
  type RequestId,
  type UncheckedMessage,
} from '#contract/jsonRpc/messages'
import { maxJsonDepth, nestsTooDeep } from '#engine/policies/nesting'

export interface PeerEvents {
  /**
   * A request from the server. Answer it by its id, with `respond` or `refuse`. `length`: the number of characters in
   * the message.
   */
  onRequest(id: RequestId, method: string, params: unknown, length: number, within?: number): void
  /** `within`: the id of the request that the notification belongs to, if the transport knows it. */
  onNotification(method: string, params: Record<string, unknown>, within?: number): void
  /**
   * Called for an invalid message, or an answer that no request is waiting for. `what`: describes it for the log.
   * `answerTo`: the id in the message, if it is an answer.
   */
  onStray(what: string, answerTo?: unknown): void
  /** Called when a request was settled. `answerTo`: absent if the answer did not come from the server. */
  onAnswered(answerTo?: unknown): void
}

/**
 * Maximum length of a message while no request is waiting for an answer. Parsing a longer one would block the event
 * loop for nothing.
 */
const maxUnaskedLength = 1_000_000

/** Maximum number of messages in a batch: they are all handled in one turn of the event loop. */
const maxBatch = 1_000

const answer: MessageFacts = { id: null, method: null, params: undefined, alone: false }

export class JsonRpcPeer {
  readonly #send: (json: string, message: MessageFacts) => void
  readonly #events: PeerEvents
  readonly #pending = new PendingRequests()
  #lastId = 0
  #closedBecause: string | null = null

  constructor(send: (json: string, message: MessageFacts) => void, events: PeerEvents) {
    this.#send = send
    this.#events = events
  }

  get pendingCount(): number {
    return this.#pending.size
  }

  /** The id of the next request, which is also its progress token. */
  get nextId(): number {
    return this.#lastId + 1
  }

  request(method: string, params: unknown, observer: RequestObserver): number {
    const id = ++this.#lastId
    const reason = this.#closedBecause
    if (reason !== null) {
      // Deferred, because the caller does not know the id yet.
      queueMicrotask(() => observer.onLost(reason))
      return id
    }
    let json: string
    try {
      json = requestJson(id, method, params)
    } catch (thrown) {
      const error = new AppError('INVALID_INPUT', `The request cannot be written as JSON: ${messageOf(thrown)}.`)
      queueMicrotask(() => observer.onLost(error.message, error))
      return id
    }
    this.#pending.add(id, observer)
    this.#send(json, { id, method, params, alone: this.#pending.size === 1 })
    return id
  }

  notify(method: string, params?: Params): void {
    this.#send(notificationJson(method, params), { id: null, method, params, alone: false })
  }

  respond(id: RequestId, result: unknown): void {
    this.#send(answerJson(id, JSON.stringify(result ?? null)), answer)
  }

  refuse(id: RequestId, error: JsonRpcError): void {
    this.#send(errorJson(id, error), answer)
  }

  /** Stops waiting for the answer to this request. If the answer still comes, it is reported as a stray message. */
  forget(id: number): void {
    if (this.#pending.take(id) !== null) this.#events.onAnswered()
  }

  isPending(id: number): boolean {
    return this.#pending.get(id) !== null
  }

  /** Fails this one request, because no answer will come. */
  lose(id: number, error: AppError): void {
    const observer = this.#pending.take(id)
    if (observer === null) return
    observer.onLost(error.message, error)
    this.#events.onAnswered()
  }

  /** Fails all pending requests. Later messages are dropped. */
  close(reason: string): void {
    this.#closedBecause ??= reason
    const waiting = this.#pending.takeAll()
    for (const observer of waiting) observer.onLost(reason)
    if (waiting.length > 0) this.#events.onAnswered()
  }

  receive(json: string, within?: number): void {
    if (this.#closedBecause !== null) return
    if (json.length > maxUnaskedLength && this.#pending.size === 0) {
      this.#events.onStray(`a message of more than ${maxUnaskedLength / 1_000_000} MB while no request was waiting`)
      return
    }
    let parsed: unknown
    try {
      parsed = JSON.parse(json)
    } catch (thrown) {
      this.#events.onStray(`a message that is not valid JSON (${messageOf(thrown)})`)
      return
    }
    if (!Array.isArray(parsed)) this.#dispatch(parsed, json.length, within)
    else if (parsed.length > maxBatch) this.#events.onStray(`a batch of more than ${maxBatch} messages`)
    else for (const message of parsed) this.#dispatch(message, json.length, within)
  }

  #dispatch(parsed: unknown, length: number, within: number | undefined): void {
    if (typeof parsed !== 'object' || parsed === null) {
      this.#events.onStray('a message that is not an object')
      return
    }
    const message = parsed as UncheckedMessage
    // Each level of nesting takes two characters, so short messages, the common case, need no check.
    if (length > 2 * maxJsonDepth && nestsTooDeep(message)) this.#takeDeep(message, length)
    else if (typeof message.method === 'string') this.#receiveCall(message, message.method, length, within)
    else if (message.id !== undefined) this.#receiveAnswer(message, length)
    else this.#events.onStray('a message with neither method nor id')
  }

  /**
   * Handles a message that could not be serialized again. It is passed on only if it answers a request whose observer
   * takes such messages.
   */
  #takeDeep(message: UncheckedMessage, length: number): void {
    const { id, method } = message
    if (method === undefined && this.#pendingFor(id)?.takesDeep === true) {
      this.#receiveAnswer(message, length)
      return
    }
    const error = { code: internalError, message: `The message is nested more than ${maxJsonDepth} levels deep.` }
    const observer = method === undefined && typeof id === 'number' ? this.#pending.take(id) : null
    if (observer !== null) {
      observer.onError(error)
      this.#events.onAnswered()
      return
    }
    this.#events.onStray(`a message that is nested more than ${maxJsonDepth} levels deep`)
    if (method !== undefined && (typeof id === 'string' || typeof id === 'number')) this.refuse(id, error)
  }

  #receiveCall(message: UncheckedMessage, method: string, length: number, within: number | undefined): void {
    const { id } = message
    if (typeof id === 'string' || typeof id === 'number') {
      this.#events.onRequest(id, method, message.params, length, within)
      return
    }
    const params = fieldsOf(message.params)
    if (method === 'notifications/progress' && typeof params['progressToken'] === 'number') {
      const observer = this.#pending.get(params['progressToken'])
      if (observer?.onProgress) {
        observer.onProgress(params)
        return
      }
    }
    this.#events.onNotification(method, params, within)
  }

  #pendingFor(id: unknown): RequestObserver | null {
    return typeof id === 'number' ? this.#pending.get(id) : null
  }

  #receiveAnswer(message: UncheckedMessage, length: number): void {
    const observer = typeof message.id === 'number' ? this.#pending.take(message.id) : null
    if (observer === null) {
      this.#events.onStray(`an answer to ${shownId(message.id)}, which no request is waiting for`, message.id)
      return
    }
    if (isObject(message.error)) observer.onError(readError(message.error))
    else if (isObject(message.result)) observer.onResult(message.result, length)
    else observer.onError({ code: internalError, message: 'The server answered with neither a result nor an error.' })
    this.#events.onAnswered(message.id)
  }
}

function shownId(id: unknown): string {
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id).slice(0, 64) : typeof id
}
