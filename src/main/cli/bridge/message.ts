/** What the bridge has to know of a line: whose message it is and of what kind. Pure. */
import type { Params, RequestId, RpcAnswer, RpcNotification, RpcRequest } from '#contract/jsonRpc/messages'
import { fieldsOf, isObject } from '#contract/text/jsonObject'

/** A message as far as it is looked at; what is wrong with it is for the engine to say. */
export type BridgedMessage =
  | RpcRequest
  | RpcNotification
  | Pick<RpcAnswer, 'kind' | 'id'>
  /** Whatever else it is, it is not for the bridge to judge. */
  | { readonly kind: 'other' }

const other: BridgedMessage = { kind: 'other' }

/** Messages of one line: more than one where it is a batch. */
export function readLine(line: string): readonly BridgedMessage[] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return [other]
  }
  return Array.isArray(value) ? value.map(messageOf) : [messageOf(value)]
}

/** The beginning of an answer or a question as our engine writes it, whose rest may be large. */
const written = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?\d+),"(result|error|method)":/
const writtenNotification = '{"jsonrpc":"2.0","method":"'
/** The one notification of the engine's that the bridge looks into. */
export const acknowledged = 'notifications/subscriptions/acknowledged'

/** The same for lines of the engine, of which most need no parsing. */
export function readEngineLine(line: string): readonly BridgedMessage[] {
  const [, id, kind] = written.exec(line) ?? []
  if (id !== undefined && kind !== undefined) {
    const parsed = JSON.parse(id) as RequestId
    return [
      kind === 'method' ? { kind: 'request', id: parsed, method: '', params: {} } : { kind: 'answer', id: parsed },
    ]
  }
  const isPlain = line.startsWith(writtenNotification) && !line.startsWith(acknowledged, writtenNotification.length)
  return isPlain ? [other] : readLine(line)
}

function messageOf(value: unknown): BridgedMessage {
  if (!isObject(value)) return other
  const { id, method } = value
  const params: Params = fieldsOf(value['params'])
  const isId = typeof id === 'string' || typeof id === 'number'
  if (typeof method === 'string')
    return isId ? { kind: 'request', id, method, params } : { kind: 'notification', method, params }
  return isId ? { kind: 'answer', id } : other
}
