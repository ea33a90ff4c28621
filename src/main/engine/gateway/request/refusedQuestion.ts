/** Errors for a server's question that a client does not answer, in the form that the router expects. Pure. */
import { AppError } from '#contract/errors'
import type { JsonRpcError } from '#contract/jsonRpc/messages'
import { internalError } from '#contract/jsonRpc/errorCodes'

export const withdrawn: JsonRpcError = { code: internalError, message: 'The request was withdrawn.' }

/** A `SERVER_ERROR` whose `data` is the JSON-RPC error for the server that asked. */
export function refusedQuestion(error: JsonRpcError): AppError {
  return new AppError('SERVER_ERROR', error.message, { data: error })
}
