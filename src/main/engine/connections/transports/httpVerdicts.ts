/** Decides what an error response means in MCP. Pure. */
import { type JsonRpcError, readError, type UncheckedMessage } from '#contract/jsonRpc/messages'
import { isObject } from '#contract/jsonRpc/jsonObject'

/** A server reports a lost session with 404. Some servers send a 400 whose text mentions the session. */
export function isSessionLost(status: number, body: string): boolean {
  return status === 404 || (status === 400 && /session/i.test(body))
}

/** The JSON-RPC error in a response body; null if the body is anything else. */
export function rpcErrorIn(body: string): JsonRpcError | null {
  if (!body.startsWith('{')) return null
  try {
    const { jsonrpc, error } = JSON.parse(body) as UncheckedMessage
    return jsonrpc === '2.0' && isObject(error) && typeof error['code'] === 'number' ? readError(error) : null
  } catch {
    return null
  }
}

export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
