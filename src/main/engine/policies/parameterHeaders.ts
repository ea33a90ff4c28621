/**
 * Reads which parameters a tool wants repeated in headers (`x-mcp-header` in the input schema). Clients must not use
 * a tool that breaks the rules for such parameters. Pure.
 */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'

/** A parameter that is repeated in a header. */
export interface ParameterHeader {
  /** The header's name as declared, without the prefix. */
  readonly name: string
  /** The parameter's path inside the arguments. */
  readonly path: readonly string[]
}

export interface ParameterHeaders {
  readonly declared: readonly ParameterHeader[]
  /** The first broken rule, with its path; null if no rule is broken. */
  readonly fault: string | null
}

export const parameterHeaderAnnotation = 'x-mcp-header'
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const types: readonly unknown[] = ['string', 'integer', 'boolean']

const oneOrMore = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
const named = (value: unknown): readonly unknown[] => Object.values(fieldsOf(value))
const schemaKeys = [
  'items',
  'prefixItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'oneOf',
  'anyOf',
  'allOf',
]
const namedSchemaKeys = ['patternProperties', 'dependentSchemas', '$defs', 'definitions']

/** Below these keywords, a parameter may be absent or occur several times, so an annotation there makes no sense. */
const schemasIn: ReadonlyMap<string, (value: unknown) => readonly unknown[]> = new Map([
  ...schemaKeys.map((key) => [key, oneOrMore] as const),
  ...namedSchemaKeys.map((key) => [key, named] as const),
])

export function readParameterHeaders(inputSchema: unknown): ParameterHeaders {
  const declared: ParameterHeader[] = []
  const names = new Set<string>()

  const faultOf = (schema: Schema, path: readonly string[], isParameter: boolean): string | null => {
    const name = schema[parameterHeaderAnnotation]
    if (name === undefined) return null
    if (!isParameter) return 'only allowed on a property'
    if (typeof name !== 'string' || !token.test(name)) return `${JSON.stringify(name)} is not a header name`
    if (!types.includes(schema['type'])) return 'only a string, an integer or a boolean can be sent in a header'
    if (names.has(name.toLowerCase())) return `the header ${name} is used twice`
    names.add(name.toLowerCase())
    declared.push({ name, path })
    return null
  }

  const visit = (value: unknown, path: readonly string[], isReachable: boolean): string | null => {
    if (!isObject(value)) return null
    const own = faultOf(value, path, isReachable && path.length > 0)
    if (own !== null)
      return `${parameterHeaderAnnotation} at ${path.length === 0 ? 'the schema itself' : path.join('.')}: ${own}`
    for (const [key, property] of Object.entries(fieldsOf(value['properties']))) {
      const fault = visit(property, [...path, key], isReachable)
      if (fault !== null) return fault
    }
    for (const [key, below] of Object.entries(value)) {
      for (const inner of schemasIn.get(key)?.(below) ?? []) {
        const fault = visit(inner, [...path, key], false)
        if (fault !== null) return fault
      }
    }
    return null
  }

  const fault = visit(inputSchema, [], true)
  return { declared, fault }
}

type Schema = Readonly<Record<string, unknown>>
