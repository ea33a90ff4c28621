/** Who waits for the answer to a request. */
import type { AppError } from '#contract/errors'
import type { JsonRpcError } from '#contract/jsonRpc/messages'

/** Waits for the answer to one request. Exactly one of `onResult`, `onError` and `onLost` is called, once. */
export interface RequestObserver {
  /** `length`: characters of the message that it came in, where it came in one. */
  onResult(result: Record<string, unknown>, length?: number): void
  onError(error: JsonRpcError): void
  /** No answer will come any more; `reason` says why, for a person, and `error` says it where it concerns this request alone. */
  onLost(reason: string, error?: AppError): void
  onProgress?(params: Record<string, unknown>): void
  /** It checks the depth of the result itself. Others never get one that nests too deep to be written out again. */
  readonly takesDeep?: boolean
}
