/**
 * Serves clients of 2026-07-28 over HTTP: each POST is one request with one response, and its headers repeat parts of
 * its body.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Grant } from '#engine/access/grant'
import { EventStream } from '#engine/gateway/http/eventStream'
import { HttpReply, type ReplyParts } from '#engine/gateway/http/httpReply'
import { refuse, sendEmpty, sendJson } from '#engine/gateway/http/sendJson'
import { classify, errorJson, type Params, type JsonRpcError } from '#contract/jsonRpc/messages'
import { envelopeProblem } from '#engine/gateway/modern/envelope'
import type { ModernMethods } from '#engine/gateway/modern/modernMethods'
import type { ModernExchange } from '#engine/gateway/modern/modernExchange'
import { ParamHeaders } from '#engine/gateway/modern/paramHeaders'
import type { MessageStream } from '#engine/gateway/request/reply'
import type { Standing } from '#engine/gateway/client/standing'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import { Cancellation } from '#engine/router/cancellation'

export class ModernEndpoint {
  readonly #parts: ReplyParts
  readonly #methods: ModernMethods
  readonly #paramHeaders = new ParamHeaders()

  constructor(parts: ReplyParts, methods: ModernMethods) {
    this.#parts = parts
    this.#methods = methods
  }

  async post(request: IncomingMessage, response: ServerResponse, standing: Standing, body: unknown): Promise<void> {
    const message = classify(body)
    if (message.kind === 'request') {
      const problem = envelopeProblem(request.headers, message.method, message.params)
      if (problem !== null) sendJson(response, 400, errorJson(message.id, problem))
      else {
        const exchange = new HttpExchange(request.headers, response, this.#parts, standing.grant, this.#paramHeaders)
        await this.#methods.serve(exchange, standing, message)
      }
    } else if (message.kind === 'notification') sendEmpty(response, 202)
    else {
      const reason = message.kind === 'invalid' ? message.reason : 'clients of this version send no answers'
      refuse(response, { status: 400, message: `Invalid request: ${reason}` }, message.id)
    }
  }
}

class HttpExchange implements ModernExchange {
  readonly headers: IncomingHttpHeaders
  readonly callerKey = null
  readonly #response: ServerResponse
  readonly #parts: ReplyParts
  readonly #grant: Grant
  readonly #paramHeaders: ParamHeaders
  #reply: HttpReply | null = null

  constructor(
    headers: IncomingHttpHeaders,
    response: ServerResponse,
    parts: ReplyParts,
    grant: Grant,
    paramHeaders: ParamHeaders,
  ) {
    this.headers = headers
    this.#response = response
    this.#parts = parts
    this.#grant = grant
    this.#paramHeaders = paramHeaders
  }

  get reply(): HttpReply {
    return (this.#reply ??= new HttpReply(this.#response, this.#parts, this.#grant, null))
  }

  /** A client cancels a request by closing its response. */
  get cancellation(): Cancellation {
    const cancellation = new Cancellation()
    const { reply } = this
    this.#response.on('close', () => {
      if (reply.isUnsettled) cancellation.cancel()
    })
    return cancellation
  }

  callProblem(view: CatalogView, params: Params): JsonRpcError | null {
    return this.#paramHeaders.problem(view, this.headers, params)
  }

  openStream(): MessageStream {
    const stream = new EventStream(this.#response, this.#parts.backlog, this.#grant)
    this.#parts.keepAlive.add(stream)
    return stream
  }
}
