/** Classifies and writes JSON-RPC 2.0 messages as MCP uses them. Only this file defines types for them. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { messageBounds } from '#contract/jsonRpc/messageBounds'
import { internalError } from '#contract/jsonRpc/errorCodes'

export type RequestId = string | number
export type Params = Readonly<Record<string, unknown>>

/** A JSON-RPC error object as received or sent. */
export interface JsonRpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export interface RpcRequest {
  readonly kind: 'request'
  readonly id: RequestId
  readonly method: string
  readonly params: Params
}

export interface RpcNotification {
  readonly kind: 'notification'
  readonly method: string
  readonly params: Params
}

export interface RpcAnswer {
  readonly kind: 'answer'
  readonly id: RequestId
  readonly result: unknown
  readonly error: unknown
}

export type Message =
  | RpcRequest
  | RpcNotification
  | RpcAnswer
  | { readonly kind: 'invalid'; readonly id: RequestId | undefined; readonly reason: string }

/** A parsed object that has not been validated. */
export interface UncheckedMessage {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

const noParams: Params = Object.freeze({})
const unreadableId = `an id is an integer or a string of at most ${messageBounds.requestId} characters`

/** Classifies one parsed value. An id is a string or an integer, as MCP requires; params are by name. */
export function classify(value: unknown): Message {
  if (!isObject(value)) return invalid(undefined, 'a message is an object')
  const { id, method, params } = value
  const readableId = isRequestId(id) ? id : undefined
  if (value['jsonrpc'] !== '2.0') return invalid(readableId, '"jsonrpc" must be "2.0"')
  if (id !== undefined && readableId === undefined) return invalid(undefined, unreadableId)
  if (method === undefined) return classifyAnswer(value, readableId)
  if (typeof method !== 'string') return invalid(readableId, '"method" must be a string')
  if (method.length > messageBounds.method)
    return invalid(readableId, `"method" may have at most ${messageBounds.method} characters`)
  if (params !== undefined && !isObject(params)) return invalid(readableId, '"params" must be an object')
  if (readableId === undefined) return { kind: 'notification', method, params: params ?? noParams }
  return { kind: 'request', id: readableId, method, params: params ?? noParams }
}

function classifyAnswer(value: Record<string, unknown>, id: RequestId | undefined): Message {
  if (id === undefined) return invalid(undefined, 'a message has a method or an id')
  const { result, error } = value
  if ((result === undefined) === (error === undefined)) return invalid(id, 'an answer has a result or an error')
  return { kind: 'answer', id, result, error }
}

function invalid(id: RequestId | undefined, reason: string): Message {
  return { kind: 'invalid', id, reason }
}

export function answerJson(id: RequestId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`
}

/** The message has no id if the request's id was unreadable, because MCP does not allow null ids. */
export function errorJson(id: RequestId | undefined, error: JsonRpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error })
}

export function notificationJson(method: string, params?: Params): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params })
}

export function requestJson(id: RequestId, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

/** The error of a response. A missing code or message is filled in. */
export function readError(error: Readonly<Record<string, unknown>>): JsonRpcError {
  return {
    ...error,
    code: typeof error['code'] === 'number' ? error['code'] : internalError,
    message: typeof error['message'] === 'string' ? error['message'] : 'The server gave no error message.',
  }
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' ? value.length <= messageBounds.requestId : Number.isSafeInteger(value)
}
