/** What a failed call is in JSON-RPC (ADR 0006). Pure. */
import { AppError, errorCodes, messageOf } from '#contract/errors'
import { internalError, invalidParams, isObject, type RpcError } from '#engine/gateway/jsonRpc'

export function callError(thrown: unknown, toolName: string): RpcError {
  if (!(thrown instanceof AppError)) return { code: internalError, message: 'Internal error' }
  switch (thrown.code) {
    case 'UNKNOWN_TOOL':
      return { code: invalidParams, message: `Unknown tool: ${toolName}` }
    case 'INVALID_INPUT':
      return { code: invalidParams, message: thrown.message }
    case 'SERVER_ERROR':
      return serverError(thrown)
    case 'INTERNAL':
      return { code: internalError, message: 'Internal error' }
    default:
      return { code: errorCodes[thrown.code], message: thrown.message, data: { code: thrown.code } }
  }
}

/** The server's own error object, untouched. */
function serverError(thrown: AppError): RpcError {
  const { data } = thrown
  if (isObject(data) && Number.isInteger(data['code']) && typeof data['message'] === 'string') {
    return data as unknown as RpcError
  }
  return { code: internalError, message: messageOf(thrown) }
}

export function isCancellation(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'CALL_CANCELLED'
}
