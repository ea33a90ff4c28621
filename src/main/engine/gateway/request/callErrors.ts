/** Converts a failed request to a JSON-RPC error (ADR 6 and 15). Pure. */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import type { ProtocolEra } from '#contract/servers/server'
import { AppError, errorCodes, messageOf } from '#contract/errors'
import type { Params, JsonRpcError } from '#contract/jsonRpc/messages'
import { internalError, invalidParams } from '#contract/jsonRpc/errorCodes'
import { missingCapability } from '#engine/gateway/modern/envelope'
import { pagesWanted } from '#engine/router/calls/pageVisits'

/** The legacy era's code for an unknown resource. The modern era uses "invalid params". */
const resourceNotFound = -32002

export interface FailedRequest {
  readonly method: string
  readonly params: Params
}

export function callError(thrown: unknown, { method, params }: FailedRequest, era: ProtocolEra): JsonRpcError {
  if (!(thrown instanceof AppError)) return { code: internalError, message: 'Internal error' }
  switch (thrown.code) {
    case 'UNKNOWN_TOOL':
      return { code: invalidParams, message: `Unknown tool: ${String(params['name'])}` }
    case 'UNKNOWN_PROMPT':
    case 'INVALID_INPUT':
      return { code: invalidParams, message: thrown.message }
    case 'UNKNOWN_RESOURCE':
      return unknownResource(thrown, params, era)
    case 'SERVER_ERROR':
      return serverError(thrown, method, era)
    case 'TOO_MANY_CALLS':
      return {
        code: errorCodes.TOO_MANY_CALLS,
        message: thrown.message,
        data: { ...fieldsOf(thrown.data), code: thrown.code },
      }
    case 'INTERNAL':
      return { code: internalError, message: 'Internal error' }
    case 'CALL_CANCELLED':
    case 'CALL_REFUSED':
    case 'CALL_TIMED_OUT':
    case 'COMMAND_FAILED':
    case 'CONFLICT':
    case 'ENGINE_RUNNING':
    case 'FORBIDDEN':
    case 'HANDSHAKE_FAILED':
    case 'IMAGE_NOT_FOUND':
    case 'INSTALL_FAILED':
    case 'LIMIT_NOT_ENFORCEABLE':
    case 'NOT_FOUND':
    case 'PACKAGE_NOT_FOUND':
    case 'PORT_TAKEN':
    case 'QUEUE_FULL':
    case 'REGISTRY_UNREACHABLE':
    case 'RUNTIME_UNAVAILABLE':
    case 'SECRET_MISSING':
    case 'SERVER_LOST':
    case 'SERVER_UNAVAILABLE':
    case 'SIGN_IN_REQUIRED':
    case 'STORE_TOO_NEW':
    case 'STORE_UNREADABLE':
    case 'UNAUTHORIZED':
    case 'VAULT_UNAVAILABLE':
    case 'VOLUME_IN_USE':
      return { code: errorCodes[thrown.code], message: thrown.message, data: { code: thrown.code } }
  }
}

/** The error for an unknown resource. A completion names a template instead, for which neither era has a code. */
function unknownResource(thrown: AppError, { uri }: Params, era: ProtocolEra): JsonRpcError {
  if (typeof uri !== 'string') return { code: invalidParams, message: thrown.message }
  return { code: era === 'modern' ? invalidParams : resourceNotFound, message: thrown.message, data: { uri } }
}

/** The server's own error, unchanged, except for codes that the client's era does not have. */
function serverError(thrown: AppError, method: string, era: ProtocolEra): JsonRpcError {
  const { data } = thrown
  if (isObject(data) && Number.isInteger(data['code']) && typeof data['message'] === 'string') {
    const error = data as unknown as JsonRpcError
    // A client that can visit pages was asked to visit them and does not get this error, so this client cannot visit
    // pages.
    if (era === 'modern' && pagesWanted(error) !== null) return cannotVisit
    const isOldCode = era === 'modern' && method === 'resources/read' && error.code === resourceNotFound
    return isOldCode ? { ...error, code: invalidParams } : error
  }
  return { code: internalError, message: messageOf(thrown) }
}

const cannotVisit: JsonRpcError = {
  code: missingCapability,
  message: 'The server requires a page to be visited first, but this client did not declare that it can open pages.',
  data: { requiredCapabilities: { elicitation: { url: {} } } },
}

/** How many seconds to wait before trying again; null if the error does not say. */
export function retryAfterSeconds({ data }: JsonRpcError): number | null {
  const { retryAfterMs } = fieldsOf(data)
  return typeof retryAfterMs === 'number' ? Math.ceil(retryAfterMs / 1_000) : null
}

export function isCancellation(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'CALL_CANCELLED'
}
