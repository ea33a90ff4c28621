/** Requests that a server makes while it works. Each one is answered once, or cancelled by the server. */
import type { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'
import { internalError } from '#contract/jsonRpc/errorCodes'
import type { RequestId } from '#contract/jsonRpc/messages'

/**
 * A request that a server makes during a call. It is answered at most once. `signal` is aborted when the server cancels
 * the request, or when the session ends.
 */
export interface InboundRequest {
  readonly method: string
  readonly params: unknown
  /** The id of the client request during which the server asked, if the transport knows it. */
  readonly within?: number | undefined
  readonly signal: AbortSignal
  respond(result: unknown): void
  refuse(code: number, message: string, data?: unknown): void
}

/** Maximum number of open requests per server. Further ones are refused. */
const maxOpen = 256
/** Maximum total length of the messages of all open requests, in characters. */
const maxOpenLength = 16_000_000

interface OpenRequest {
  readonly controller: AbortController
  readonly length: number
}

export class InboundRequests {
  readonly #peer: JsonRpcPeer
  readonly #open = new Map<RequestId, OpenRequest>()
  #length = 0

  constructor(peer: JsonRpcPeer) {
    this.#peer = peer
  }

  /**
   * Registers a request. Returns null if it was refused: its id is already in use, too many requests are open, or they
   * are too long together. `length`: the number of characters in the message.
   */
  take(id: RequestId, method: string, params: unknown, length: number, within?: number): InboundRequest | null {
    const refusal = this.#refusal(id, length)
    if (refusal !== null) {
      this.#peer.refuse(id, { code: internalError, message: refusal })
      return null
    }
    const one = { controller: new AbortController(), length }
    this.#open.set(id, one)
    this.#length += length
    const once = (answer: () => void) => {
      if (this.#open.get(id) !== one) return
      this.#remove(id)
      answer()
    }
    return {
      method,
      params,
      within,
      signal: one.controller.signal,
      respond: (result) => once(() => this.#peer.respond(id, result)),
      refuse: (code, message, data) =>
        once(() => this.#peer.refuse(id, data === undefined ? { code, message } : { code, message, data })),
    }
  }

  takeBack(id: RequestId): void {
    this.#remove(id)?.controller.abort()
  }

  close(): void {
    for (const { controller } of this.#open.values()) controller.abort()
    this.#open.clear()
    this.#length = 0
  }

  #refusal(id: RequestId, length: number): string | null {
    if (this.#open.has(id)) return 'A request with this id is already waiting for its answer.'
    if (this.#open.size >= maxOpen) return `${maxOpen} requests from this server are already waiting for answers.`
    if (this.#length + length > maxOpenLength)
      return `Together, the requests from this server that are waiting for answers exceed ${maxOpenLength / 1_000_000} MB.`
    return null
  }

  #remove(id: RequestId): OpenRequest | undefined {
    const one = this.#open.get(id)
    if (one === undefined) return undefined
    this.#open.delete(id)
    this.#length -= one.length
    return one
  }
}
