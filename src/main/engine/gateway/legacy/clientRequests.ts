/**
 * Requests from servers to one legacy client during its calls: sampling, elicitation, roots. Each is sent on its call's
 * event stream with an id of the gateway's own, and ends with the call at the latest.
 */
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { AppError } from '#contract/errors'
import type { Reply } from '#engine/gateway/request/reply'
import { notificationJson, requestJson, type RequestId, type JsonRpcError } from '#contract/jsonRpc/messages'
import { internalError } from '#contract/jsonRpc/errorCodes'
import { refusedQuestion, withdrawn } from '#engine/gateway/request/refusedQuestion'
import type { ServerRequest } from '#engine/router/call'

interface Asked {
  readonly call: object
  resolve(result: unknown): void
  reject(error: AppError): void
}

export class ClientRequests {
  readonly #asked = new Map<RequestId, Asked>()
  readonly #prefix: string | null
  #lastId = 0

  constructor(prefix: string | null = null) {
    this.#prefix = prefix
  }

  /** Rejects with `SERVER_ERROR`. The error's `data` is the JSON-RPC error for the server that asked. */
  ask(call: object, reply: Reply, request: ServerRequest, signal: AbortSignal): Promise<unknown> {
    if (!reply.isOpen) return Promise.reject(refusedQuestion(unreachable))
    if (signal.aborted) return Promise.reject(refusedQuestion(withdrawn))
    this.#lastId += 1
    const id = this.#prefix === null ? this.#lastId : `${this.#prefix}${this.#lastId}`
    return new Promise((resolve, reject) => {
      const withdraw = (): void => {
        reply.send(notificationJson('notifications/cancelled', { requestId: id }))
        this.#settle(id)?.reject(refusedQuestion(withdrawn))
      }
      const release = (): void => signal.removeEventListener('abort', withdraw)
      this.#asked.set(id, {
        call,
        resolve: (result) => {
          release()
          resolve(result)
        },
        reject: (error) => {
          release()
          reject(error)
        },
      })
      signal.addEventListener('abort', withdraw, { once: true })
      reply.send(requestJson(id, request.method, asPut(request, id)))
    })
  }

  /** Processes the client's answer. An answer with an unknown id is dropped. */
  take(id: RequestId, result: unknown, error: unknown): void {
    const asked = this.#settle(id)
    if (asked === undefined) return
    if (error === undefined) asked.resolve(result)
    else asked.reject(refusedQuestion(readError(error)))
  }

  /** Refuses the open questions of one call, or of all calls. */
  end(call?: object): void {
    if (this.#asked.size === 0) return
    for (const [id, asked] of this.#asked) {
      if (call === undefined || asked.call === call) this.#settle(id)?.reject(refusedQuestion(ended))
    }
  }

  #settle(id: RequestId): Asked | undefined {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    return asked
  }
}

const unreachable: JsonRpcError = { code: internalError, message: 'The client cannot be asked: it has disconnected.' }
const ended: JsonRpcError = { code: internalError, message: 'The call has ended.' }

/** Adds an id to a request to visit a page: the legacy era requires one, and modern servers send none. */
function asPut({ method, params }: ServerRequest, id: RequestId): unknown {
  if (method !== 'elicitation/create' || !isObject(params) || params['mode'] !== 'url') return params
  return { elicitationId: String(id), ...params }
}

function readError(error: unknown): JsonRpcError {
  if (isObject(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string') {
    return error as unknown as JsonRpcError
  }
  return { code: internalError, message: 'The client answered with a malformed error.' }
}
