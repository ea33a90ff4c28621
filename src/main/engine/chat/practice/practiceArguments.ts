/** Fills in a tool's arguments from plain words, guided by its schema: quoted strings, numbers, the rest. Pure. */
import { fieldsOf, isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'
import type { WireTool } from '#engine/chat/models/modelClient'

export function practiceArguments(text: string, tool: WireTool): Record<string, unknown> {
  const given = jsonIn(text)
  if (given !== null) return given
  const schema = fieldsOf(tool.input_schema)
  const properties = Object.entries(fieldsOf(schema['properties'])).map(([name, raw]) => [name, fieldsOf(raw)] as const)
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [])
  const heard = new Heard(text, tool.name)
  const result: Record<string, unknown> = {}
  // Required arguments are filled first.
  for (const isRequired of [true, false])
    for (const [name, property] of properties) {
      if (required.has(name) !== isRequired) continue
      const value = heard.named(name, property) ?? heard.next(property, isRequired)
      if (value !== undefined) result[name] = value
      else if (isRequired) result[name] = blank(property)
    }
  return result
}

/** The parts of the message that can fill arguments. Each is used once. */
class Heard {
  readonly #text: string
  readonly #numbers: number[]
  readonly #quoted: string[]
  #rest: string

  constructor(text: string, toolName: string) {
    this.#text = text
    this.#quoted = [...text.matchAll(/"([^"]*)"|“([^“”]*)”|`([^`]*)`/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
    this.#numbers = [...text.matchAll(/(?<![\w.])-?\d+(?:\.\d+)?(?!\.*\w)/g)].map(([number]) => Number(number))
    const withoutTool = text.replace(new RegExp(`^.*?\\b${toolName.replace(/[^\w-]/g, '.')}\\b\\s*`, 'is'), '')
    this.#rest = withoutTool.replace(/^(?:tool\b)?\s*(?:to|with|for|on|:)?\s*(?:say(?:ing)?\b|:)?\s*/i, '').trim()
  }

  /** Finds `name: value`, `name=value` or `name "value"`. */
  named(name: string, property: JsonObject): unknown {
    const found = new RegExp(
      `\\b${name.replace(/[^\w]/g, '.')}(?:\\s*(?:[:=]|is))?\\s*(?:"([^"]*)"|([^\\s,"]+))`,
      'i',
    ).exec(this.#text)
    const word = found?.[1] ?? (found?.[0].match(/[:=]|\bis\b/) ? found[2] : undefined)
    return word === undefined ? undefined : asType(word, property)
  }

  next(property: JsonObject, isRequired: boolean): unknown {
    const choices = Array.isArray(property['enum']) ? (property['enum'] as unknown[]) : []
    if (choices.length > 0) {
      const chosen = choices.find((choice) => this.#text.toLowerCase().includes(String(choice).toLowerCase()))
      return chosen ?? (isRequired ? choices[0] : undefined)
    }
    switch (typeOf(property)) {
      case 'number':
      case 'integer':
        return this.#numbers.shift()
      case 'string': {
        const quoted = this.#quoted.shift()
        if (quoted !== undefined || !isRequired || this.#rest === '') return quoted
        const rest = this.#rest
        this.#rest = ''
        return rest
      }
      case 'array': {
        const items = typeOf(fieldsOf(property['items']))
        if (items === 'number' || items === 'integer') return this.#numbers.splice(0)
        return this.#quoted.length > 0 ? this.#quoted.splice(0) : undefined
      }
      default:
        return undefined
    }
  }
}

function asType(word: string, property: JsonObject): unknown {
  switch (typeOf(property)) {
    case 'number':
    case 'integer':
      return Number.isFinite(Number(word)) ? Number(word) : undefined
    case 'boolean':
      return /^(?:true|yes|on)$/i.test(word) ? true : /^(?:false|no|off)$/i.test(word) ? false : undefined
    case 'string':
      return word
    default:
      return undefined
  }
}

function blank(property: JsonObject): unknown {
  if ('default' in property) return property['default']
  switch (typeOf(property)) {
    case 'number':
    case 'integer':
      return 0
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return ''
  }
}

function typeOf(property: JsonObject): string {
  const type = Array.isArray(property['type'])
    ? (property['type'] as unknown[]).find((one) => one !== 'null')
    : property['type']
  return typeof type === 'string' ? type : 'string'
}

/** The JSON object in a message, which is used unchanged; null if there is none. */
function jsonIn(text: string): Record<string, unknown> | null {
  const begin = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (begin === -1 || end < begin) return null
  try {
    const value: unknown = JSON.parse(text.slice(begin, end + 1))
    return isObject(value) ? { ...value } : null
  } catch {
    return null
  }
}
