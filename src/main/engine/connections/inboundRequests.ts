/** What a server asks while it works: each question is answered once, or taken back by the server. */
import type { JsonRpcPeer, RequestId } from '#engine/connections/jsonRpcPeer'

/** Something a server asks during a call. Answered once; `signal` fires when the server takes it back. */
export interface InboundRequest {
  readonly method: string
  readonly params: unknown
  readonly signal: AbortSignal
  respond(result: unknown): void
  refuse(code: number, message: string, data?: unknown): void
}

export class InboundRequests {
  readonly #peer: JsonRpcPeer
  readonly #open = new Map<RequestId, AbortController>()

  constructor(peer: JsonRpcPeer) {
    this.#peer = peer
  }

  take(id: RequestId, method: string, params: unknown): InboundRequest {
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
