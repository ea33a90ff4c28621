/** One request of a modern client, on whatever way it came. */
import type { IncomingHttpHeaders } from 'node:http'
import type { MessageStream, Reply } from '#engine/gateway/request/reply'
import type { JsonRpcError, Params } from '#contract/jsonRpc/messages'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import type { Cancellation } from '#engine/router/cancellation'

/** One request and the ways back to its client. Each of them is opened when it is first needed, and only one is. */
export interface ModernExchange {
  /** Those of HTTP; empty where there are none. */
  readonly headers: IncomingHttpHeaders
  readonly reply: Reply
  /** How the client takes back its request. */
  readonly cancellation: Cancellation
  /** Of a client that is known by more than the name it gives itself. */
  readonly callerKey: string | null
  /** What stands beside the body of a call must say the same as the body. */
  callProblem(view: CatalogView, params: Params): JsonRpcError | null
  openStream(): MessageStream
}
