/** Why a client does not answer what a server asked it, in the form in which the router takes it. Pure. */
import { AppError } from '#contract/errors'
import type { JsonRpcError } from '#contract/jsonRpc/messages'
import { internalError } from '#contract/jsonRpc/errorCodes'

export const withdrawn: JsonRpcError = { code: internalError, message: 'The request was withdrawn.' }

/** `SERVER_ERROR`, `data` being the JSON-RPC error that the asking server is to get. */
export function refusedQuestion(error: JsonRpcError): AppError {
  return new AppError('SERVER_ERROR', error.message, { data: error })
}
