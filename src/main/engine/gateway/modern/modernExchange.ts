/** One request of a modern client, over HTTP or a channel. */
import type { IncomingHttpHeaders } from 'node:http'
import type { MessageStream, Reply } from '#engine/gateway/request/reply'
import type { JsonRpcError, Params } from '#contract/jsonRpc/messages'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import type { Cancellation } from '#engine/router/cancellation'

/** One request and its ways back to the client. Each is opened at first use, and only one is opened. */
export interface ModernExchange {
  /** HTTP headers; empty on a channel. */
  readonly headers: IncomingHttpHeaders
  readonly reply: Reply
  /** Aborts when the client cancels its request. */
  readonly cancellation: Cancellation
  /** Key of a client that is known by more than the name it gives itself. */
  readonly callerKey: string | null
  /** Headers of a call must repeat its body. */
  callProblem(view: CatalogView, params: Params): JsonRpcError | null
  openStream(): MessageStream
}
