/** One request from a modern client, over HTTP or a channel. */
import type { IncomingHttpHeaders } from 'node:http'
import type { MessageStream, Reply } from '#engine/gateway/request/reply'
import type { JsonRpcError, Params } from '#contract/jsonRpc/messages'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import type { Cancellation } from '#engine/router/cancellation'

/** One request and the ways to answer it. Only one of them is used, and it is created at first use. */
export interface ModernExchange {
  /** HTTP headers; empty on a channel. */
  readonly headers: IncomingHttpHeaders
  readonly reply: Reply
  /** Cancelled when the client cancels its request. */
  readonly cancellation: Cancellation
  /** The key of a client that is identified by more than the name that it gives itself. */
  readonly callerKey: string | null
  /** The problem of a call whose headers do not repeat its parameters; null if there is none. */
  callProblem(view: CatalogView, params: Params): JsonRpcError | null
  openStream(): MessageStream
}
