/** How the answer to a request is reported to the caller. */
import type { AppError } from '#contract/errors'
import type { JsonRpcError } from '#contract/jsonRpc/messages'

/** Receives the answer to one request. Exactly one of `onResult`, `onError` and `onLost` is called, once. */
export interface RequestObserver {
  /** `length`: the number of characters in the message with the result, if there was a message. */
  onResult(result: Record<string, unknown>, length?: number): void
  onError(error: JsonRpcError): void
  /**
   * Called if no answer will come. `reason`: an explanation for a person. `error`: set if only this request is
   * affected.
   */
  onLost(reason: string, error?: AppError): void
  onProgress?(params: Record<string, unknown>): void
  /**
   * The observer checks the result's depth itself. Without this, a result nested too deep to be serialized again
   * becomes an error.
   */
  readonly takesDeep?: boolean
}
