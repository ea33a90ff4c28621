/** What a server asks while it works: each question is answered once, or taken back by the server. */
import type { JsonRpcPeer, RequestId } from '#engine/connections/jsonRpcPeer'

/** Something a server asks during a call. Answered once; `signal` fires when the server takes it back. */
export interface InboundRequest {
  readonly method: string
  readonly params: unknown
  /** The id of the request that it came with, where the transport says so. */
  readonly within?: number | undefined
  readonly signal: AbortSignal
  respond(result: unknown): void
  refuse(code: number, message: string, data?: unknown): void
}

/** A server that asks more than that at one time, and waits for none of it, is not served but flooding. */
const mostOpen = 256

export class InboundRequests {
  readonly #peer: JsonRpcPeer
  readonly #open = new Map<RequestId, AbortController>()

  constructor(peer: JsonRpcPeer) {
    this.#peer = peer
  }

  /** Null when it was refused: too many are open. */
  take(id: RequestId, method: string, params: unknown, within?: number): InboundRequest | null {
    if (this.#open.size >= mostOpen) {
      this.#peer.refuse(id, { code: -32603, message: `${mostOpen} requests of this server wait for answers already.` })
      return null
    }
    const controller = new AbortController()
    this.#open.set(id, controller)
    const once = (answer: () => void) => {
      if (this.#open.get(id) !== controller) return
      this.#open.delete(id)
      answer()
    }
    return {
      method,
      params,
      within,
      signal: controller.signal,
      respond: (result) => once(() => this.#peer.respond(id, result)),
      refuse: (code, message, data) =>
        once(() => this.#peer.refuse(id, data === undefined ? { code, message } : { code, message, data })),
    }
  }

  takeBack(id: RequestId): void {
    const controller = this.#open.get(id)
    this.#open.delete(id)
    controller?.abort()
  }

  close(): void {
    for (const controller of this.#open.values()) controller.abort()
    this.#open.clear()
  }
}
