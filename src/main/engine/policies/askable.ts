/** Whether a client can be asked what a server asks, by what the client declared, and how it is refused on its behalf. Pure. */
import { fieldsOf, isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'
import { invalidParams, methodNotFound } from '#contract/jsonRpc/errorCodes'

export interface Refusal {
  readonly code: number
  readonly message: string
}

/** The capability that answers each of them. */
const capabilityOf: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
}

/** Whether there is anything at all that such a client can be asked. */
export function canBeAsked(capabilities: JsonObject): boolean {
  return Object.values(capabilityOf).some((name) => isObject(capabilities[name]))
}

/** Null: it can be asked. The codes are those that such a client would answer itself. */
export function refusalFor(method: string, params: unknown, capabilities: JsonObject): Refusal | null {
  const name = Object.hasOwn(capabilityOf, method) ? capabilityOf[method] : undefined
  const declared = name === undefined ? undefined : capabilities[name]
  if (!isObject(declared)) {
    return { code: methodNotFound, message: `The client that made this call does not answer ${method}.` }
  }
  const asked = fieldsOf(params)
  if (name === 'elicitation') return modeRefusal(asked['mode'] ?? 'form', declared)
  if (name === 'sampling' && asked['tools'] !== undefined && declared['tools'] === undefined) {
    return { code: invalidParams, message: 'The client that made this call takes no tools for sampling.' }
  }
  return null
}

/** Who declares no mode means forms: there was nothing else once. */
function modeRefusal(mode: unknown, declared: JsonObject): Refusal | null {
  const isKnown = mode === 'form' ? declared['form'] !== undefined || declared['url'] === undefined : mode === 'url'
  if (isKnown && (mode === 'form' || declared['url'] !== undefined)) return null
  return {
    code: invalidParams,
    message: `The client that made this call takes no elicitation of mode ${String(mode)}.`,
  }
}
