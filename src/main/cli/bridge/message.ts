/** Reads from a line what the bridge must know: the kinds of its messages, and their ids. Pure. */
import {
  classify,
  errorJson,
  type Message,
  type Params,
  type RequestId,
  type RpcAnswer,
  type RpcNotification,
  type RpcRequest,
} from '#contract/jsonRpc/messages'
import { invalidRequest } from '#contract/jsonRpc/errorCodes'
import { parsedMessage } from '#engine/net/receivedText'
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'

/**
 * A line from the client. `refusal`: the bridge's own answer to an invalid line. The bridge does not leave the answer
 * to the engine, because that answer would not name the request, and there may be no engine yet.
 */
export type ClientLine = { readonly messages: readonly Message[] } | { readonly refusal: string }

export function readClientLine(line: string): ClientLine {
  const parsed = parsedMessage(line)
  if ('refusal' in parsed) return parsed
  const { value } = parsed
  // Errors in a batch are left to the engine, which knows whether this client may send batches.
  if (Array.isArray(value) && value.length > 0) return { messages: value.map(classify) }
  const message = classify(value)
  if (message.kind !== 'invalid') return { messages: [message] }
  const error = { code: invalidRequest, message: `Invalid request: ${message.reason}` }
  return { refusal: errorJson(message.id, error) }
}

/** A message from the engine, with only the parts that the bridge reads. */
export type EngineMessage =
  | RpcRequest
  | RpcNotification
  | Pick<RpcAnswer, 'kind' | 'id'>
  /** Any other message, which the bridge passes on. */
  | { readonly kind: 'other' }

const other: EngineMessage = { kind: 'other' }

/** The beginning of an answer or a question as our engine writes it. The rest may be large and is not parsed. */
const written = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?\d+),"(result|error|method)":/
const writtenNotification = '{"jsonrpc":"2.0","method":"'
/** The only notification from the engine that the bridge reads. */
export const acknowledged = 'notifications/subscriptions/acknowledged'

/** The messages in one line; a batch has several. Most lines need no parsing. */
export function readEngineLine(line: string): readonly EngineMessage[] {
  const [, id, kind] = written.exec(line) ?? []
  if (id !== undefined && kind !== undefined) {
    const parsed = JSON.parse(id) as RequestId
    return [
      kind === 'method' ? { kind: 'request', id: parsed, method: '', params: {} } : { kind: 'answer', id: parsed },
    ]
  }
  const isPlain = line.startsWith(writtenNotification) && !line.startsWith(acknowledged, writtenNotification.length)
  return isPlain ? [other] : parsedLine(line)
}

function parsedLine(line: string): readonly EngineMessage[] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return [other]
  }
  return Array.isArray(value) ? value.map(messageOf) : [messageOf(value)]
}

function messageOf(value: unknown): EngineMessage {
  if (!isObject(value)) return other
  const { id, method } = value
  const params: Params = fieldsOf(value['params'])
  const isId = typeof id === 'string' || typeof id === 'number'
  if (typeof method === 'string')
    return isId ? { kind: 'request', id, method, params } : { kind: 'notification', method, params }
  return isId ? { kind: 'answer', id } : other
}
