/**
 * The requests that are forwarded to a server, and what each side must know about them. A bridge that lost its engine
 * does not repeat them, because a server may have carried them out.
 */

interface CarriedFacts {
  /** The parameter that the HTTP transport repeats in the header `Mcp-Name`; null: none. */
  readonly namedBy: 'name' | 'uri' | null
  /** Whether a server may ask the client a question before it answers. */
  readonly mayAsk: boolean
}

export const carriedMethods = {
  'tools/call': { namedBy: 'name', mayAsk: true },
  'prompts/get': { namedBy: 'name', mayAsk: true },
  'resources/read': { namedBy: 'uri', mayAsk: true },
  'completion/complete': { namedBy: null, mayAsk: false },
} as const satisfies Record<string, CarriedFacts>

export type CarriedMethod = keyof typeof carriedMethods

export function isCarriedMethod(method: string): method is CarriedMethod {
  return Object.hasOwn(carriedMethods, method)
}

export function nameKeyOf(method: string): 'name' | 'uri' | null {
  return isCarriedMethod(method) ? carriedMethods[method].namedBy : null
}
