/** A tool's parameters as rows for reading. Pure; looks at the first level of the schema only. */

export interface Parameter {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly description: string
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const longestType = 80

function typeText(schema: unknown): string {
  if (!isFields(schema)) return 'any'
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (schema['type'] === 'array') return isFields(schema['items']) ? `${typeText(schema['items'])}[]` : 'array'
  if (Array.isArray(schema['type'])) return schema['type'].map(String).join(' | ')
  if (typeof schema['type'] === 'string') return schema['type']
  const choices = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(choices) ? choices.map(typeText).join(' | ') : 'any'
}

export function parametersOf(inputSchema: unknown): Parameter[] {
  if (!isFields(inputSchema) || !isFields(inputSchema['properties'])) return []
  const required: unknown[] = Array.isArray(inputSchema['required']) ? inputSchema['required'] : []
  return Object.entries(inputSchema['properties']).map(([name, schema]) => {
    const type = typeText(schema)
    return {
      name,
      type: type.length > longestType ? `${type.slice(0, longestType)}…` : type,
      required: required.includes(name),
      description: isFields(schema) && typeof schema['description'] === 'string' ? schema['description'] : '',
    }
  })
}
