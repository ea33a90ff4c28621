/** Why a client does not answer what a server asked it, in the form in which the router takes it. Pure. */
import { AppError } from '#contract/errors'
import { internalError, type RpcError } from '#engine/gateway/request/jsonRpc'

export const withdrawn: RpcError = { code: internalError, message: 'The request was withdrawn.' }

/** `SERVER_ERROR`, `data` being the JSON-RPC error that the asking server is to get. */
export function refusedQuestion(error: RpcError): AppError {
  return new AppError('SERVER_ERROR', error.message, { data: error })
}
