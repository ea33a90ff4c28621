/**
 * Decides whether a client can be asked a server's question, by the capabilities that it declared, and makes the
 * refusal if it cannot. Pure.
 */
import { fieldsOf, isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'
import { invalidParams, methodNotFound } from '#contract/jsonRpc/errorCodes'

export interface Refusal {
  readonly code: number
  readonly message: string
}

/** The capability that each method requires. */
const capabilityOf: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
}

/** Whether a client with these capabilities can be asked anything at all. */
export function canBeAsked(capabilities: JsonObject): boolean {
  return Object.values(capabilityOf).some((name) => isObject(capabilities[name]))
}

/** The refusal to send; null if the client can be asked. Its error code is the one that the client would send. */
export function refusalFor(method: string, params: unknown, capabilities: JsonObject): Refusal | null {
  const name = Object.hasOwn(capabilityOf, method) ? capabilityOf[method] : undefined
  const declared = name === undefined ? undefined : capabilities[name]
  if (!isObject(declared)) {
    return { code: methodNotFound, message: `The client that made this call does not support ${method}.` }
  }
  const asked = fieldsOf(params)
  if (name === 'elicitation') return modeRefusal(asked['mode'] ?? 'form', declared)
  if (name === 'sampling' && asked['tools'] !== undefined && declared['tools'] === undefined) {
    return { code: invalidParams, message: 'The client that made this call does not support tools in sampling.' }
  }
  return null
}

/** A client that declares no mode supports forms, because they were once the only mode. */
function modeRefusal(mode: unknown, declared: JsonObject): Refusal | null {
  const isKnown = mode === 'form' ? declared['form'] !== undefined || declared['url'] === undefined : mode === 'url'
  if (isKnown && (mode === 'form' || declared['url'] !== undefined)) return null
  return {
    code: invalidParams,
    message: `The client that made this call does not support elicitation in ${String(mode)} mode.`,
  }
}
