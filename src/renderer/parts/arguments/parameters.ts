/** A tool's parameters as rows for reading. Looks only at the first level of the schema. Pure. */
import { shortText } from '#contract/text/shortText'
import { isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'

export interface Parameter {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** Further limits of the values, the default, and an example. */
  readonly limits: readonly string[]
  readonly description: string
}

const maxLength = 80

const shortened = (text: string) => shortText(text, maxLength)

function typeText(schema: unknown): string {
  if (!isObject(schema)) return 'any'
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (schema['type'] === 'array') return isObject(schema['items']) ? `${typeText(schema['items'])}[]` : 'array'
  if (Array.isArray(schema['type'])) return schema['type'].map(String).join(' | ')
  if (typeof schema['type'] === 'string') return schema['type']
  const choices = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(choices) ? choices.map(typeText).join(' | ') : 'any'
}

const numberText = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : null)

function rangeText(min: unknown, max: unknown, unit = ''): string[] {
  const [from, to] = [numberText(min), numberText(max)]
  if (from === null) return to === null ? [] : [`at most ${to}${unit}`]
  return [to === null ? `at least ${from}${unit}` : `${from} to ${to}${unit}`]
}

function limitsOf(schema: unknown): string[] {
  if (!isObject(schema)) return []
  return [
    ...(typeof schema['format'] === 'string' ? [shortened(schema['format'])] : []),
    ...rangeText(schema['minimum'], schema['maximum']),
    ...rangeText(schema['minLength'], schema['maxLength'], ' characters'),
    ...rangeText(schema['minItems'], schema['maxItems'], ' items'),
    ...(typeof schema['pattern'] === 'string' ? [shortened(`matches ${schema['pattern']}`)] : []),
    ...('default' in schema ? [shortened(`default ${JSON.stringify(schema['default'])}`)] : []),
    ...exampleOf(schema),
  ]
}

function exampleOf(schema: JsonObject): string[] {
  const [example] = Array.isArray(schema['examples']) ? schema['examples'] : [schema['example']]
  return example === undefined ? [] : [shortened(`for example ${JSON.stringify(example)}`)]
}

/** The type, limits, default and example of a value, in one line. */
export function schemaLine(schema: unknown): string {
  return [shortened(typeText(schema)), ...limitsOf(schema)].join(' · ')
}

export function parametersOf(inputSchema: unknown): Parameter[] {
  if (!isObject(inputSchema) || !isObject(inputSchema['properties'])) return []
  const required: unknown[] = Array.isArray(inputSchema['required']) ? inputSchema['required'] : []
  return Object.entries(inputSchema['properties']).map(([name, schema]) => {
    return {
      name,
      type: shortened(typeText(schema)),
      required: required.includes(name),
      limits: limitsOf(schema),
      description: isObject(schema) && typeof schema['description'] === 'string' ? schema['description'] : '',
    }
  })
}
