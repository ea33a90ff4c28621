/** Receives the answer to a request. */
import type { AppError } from '#contract/errors'
import type { JsonRpcError } from '#contract/jsonRpc/messages'

/** Receives the answer to one request. Exactly one of `onResult`, `onError` and `onLost` is called, once. */
export interface RequestObserver {
  /** `length`: characters of the message it came in, if it came in one. */
  onResult(result: Record<string, unknown>, length?: number): void
  onError(error: JsonRpcError): void
  /** No answer will come. `reason` explains why to a person; `error` is set if only this request is affected. */
  onLost(reason: string, error?: AppError): void
  onProgress?(params: Record<string, unknown>): void
  /**
   * The observer checks the depth of the result itself. Others never get a result nested too deep to be written out
   * again.
   */
  readonly takesDeep?: boolean
}
