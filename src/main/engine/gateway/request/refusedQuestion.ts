/** Why a client does not answer a server's question, as the router takes it. Pure. */
import { AppError } from '#contract/errors'
import type { JsonRpcError } from '#contract/jsonRpc/messages'
import { internalError } from '#contract/jsonRpc/errorCodes'

export const withdrawn: JsonRpcError = { code: internalError, message: 'The request was withdrawn.' }

/** `SERVER_ERROR`; its `data` is the JSON-RPC error for the asking server. */
export function refusedQuestion(error: JsonRpcError): AppError {
  return new AppError('SERVER_ERROR', error.message, { data: error })
}
