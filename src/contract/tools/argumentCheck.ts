/**
 * Checks a call's arguments before it is sent, which saves callers a round trip. The server checks them anyway, so
 * anything not understood here passes. Schemas come from servers: nothing in them is fetched, compiled or run as a
 * regular expression, and the work is limited. Pure.
 */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import { shortText } from '#contract/text/shortText'

type Schema = Readonly<Record<string, unknown>>

const maxSteps = 20_000
const deepest = 200
const maxFaults = 5
const maxNameLength = 60

/** Null if no fault is known. */
export function argumentFault(schema: unknown, args: unknown): string | null {
  const check = new Check(schema)
  try {
    const faults = check.faultsOf(schema, args, '', 0)
    return faults.length === 0 ? null : faults.slice(0, maxFaults).join(' ')
  } catch (thrown) {
    if (thrown instanceof TooMuch) return null
    throw thrown
  }
}

class TooMuch extends Error {}

const fine: readonly string[] = []

class Check {
  readonly #root: unknown
  #steps = 0

  constructor(root: unknown) {
    this.#root = root
  }

  faultsOf(schema: unknown, value: unknown, path: string, depth: number): readonly string[] {
    this.#spend(1)
    if (depth > deepest) throw new TooMuch()
    if (schema === false) return [`${nameOf(path)} is not allowed.`]
    if (!isObject(schema)) return fine
    const reference = schema['$ref']
    if (typeof reference === 'string') return this.faultsOf(this.#resolve(reference), value, path, depth + 1)
    if (schema['nullable'] === true && value === null) return fine
    this.#spend(listOf(schema['enum']).length)
    const own = [
      ...typeFaults(schema, value, path),
      ...choiceFaults(schema, value, path),
      ...sizeFaults(schema, value, path),
    ]
    // The parts of a value with the wrong type are not checked.
    if (own.length > 0) return own
    return [
      ...this.#combined(schema, value, path, depth),
      ...(isObject(value) ? this.#propertyFaults(schema, value, path, depth) : fine),
      ...(Array.isArray(value) ? this.#itemFaults(schema, value, path, depth) : fine),
    ]
  }

  #combined(schema: Schema, value: unknown, path: string, depth: number): readonly string[] {
    const all = listOf(schema['allOf']).flatMap((part) => this.faultsOf(part, value, path, depth + 1))
    if (all.length > 0) return all
    // Forms may differ in aspects that are not checked here, so several matches are fine. No match is an error.
    for (const key of ['anyOf', 'oneOf'] as const) {
      const forms = listOf(schema[key])
      if (forms.length === 0) continue
      const tried = forms.map((form) => this.faultsOf(form, value, path, depth + 1))
      if (tried.some((faults) => faults.length === 0)) continue
      const nearest = tried.reduce((best, faults) => (faults.length < best.length ? faults : best))
      return [`${nameOf(path)} matches none of its ${forms.length} possible forms: ${nearest[0] ?? ''}`]
    }
    return fine
  }

  #propertyFaults(schema: Schema, value: Schema, path: string, depth: number): readonly string[] {
    const properties = fieldsOf(schema['properties'])
    const others = isObject(schema['patternProperties']) ? true : schema['additionalProperties']
    const required = listOf(schema['required'])
    this.#spend(required.length)
    const faults = required
      .filter((name) => typeof name === 'string' && !Object.hasOwn(value, name))
      .slice(0, maxFaults)
      .map((name) => `${nameOf(joined(path, String(name)))} is missing.`)
    for (const [name, inner] of Object.entries(value)) {
      const at = joined(path, name)
      if (Object.hasOwn(properties, name)) faults.push(...this.faultsOf(properties[name], inner, at, depth + 1))
      else if (others === false) faults.push(`${nameOf(at)} is unknown.${knownNames(properties)}`)
      else if (isObject(others)) faults.push(...this.faultsOf(others, inner, at, depth + 1))
      if (faults.length >= maxFaults) break
    }
    return faults
  }

  #itemFaults(schema: Schema, value: readonly unknown[], path: string, depth: number): readonly string[] {
    const { items } = schema
    // Before 2020, `items` could be a list of schemas, and later items were described elsewhere.
    const first = Array.isArray(items) ? listOf(items) : listOf(schema['prefixItems'])
    const rest = Array.isArray(items) ? schema['additionalItems'] : items
    const faults: string[] = []
    for (const [index, inner] of value.entries()) {
      const form = index < first.length ? first[index] : rest
      if (form === undefined || form === true) continue
      faults.push(...this.faultsOf(form, inner, `${path}[${index}]`, depth + 1))
      if (faults.length >= maxFaults) break
    }
    return faults
  }

  #spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > maxSteps) throw new TooMuch()
  }

  /** Resolves only references inside the schema. Other references pass. */
  #resolve(reference: string): unknown {
    if (reference !== '#' && !reference.startsWith('#/')) return true
    let found: unknown = this.#root
    for (const part of reference.split('/').slice(1)) {
      const key = decoded(part)
      if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return true
      found = (found as Schema)[key]
    }
    return found
  }
}

function typeFaults(schema: Schema, value: unknown, path: string): readonly string[] {
  const types = (Array.isArray(schema['type']) ? schema['type'] : [schema['type']]).filter((type) => isTypeName(type))
  if (types.length === 0 || types.some((type) => isOfType(value, type))) return fine
  return [
    `${nameOf(path)} must be ${types.map((type) => typeWords[type]).join(' or ')}, not ${typeWords[typeOf(value)]}.`,
  ]
}

/** Only plain values are compared: objects could be of any size. */
function choiceFaults(schema: Schema, value: unknown, path: string): readonly string[] {
  const choices = 'const' in schema ? [schema['const']] : listOf(schema['enum'])
  if (choices.length === 0 || choices.some((choice) => choice === value || isComposed(choice))) return fine
  const named = choices.slice(0, 12).map((choice) => shortened(JSON.stringify(choice) ?? 'null'))
  return [`${nameOf(path)} must be one of ${named.join(', ')}${choices.length > named.length ? ', …' : ''}.`]
}

function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function sizeFaults(schema: Schema, value: unknown, path: string): readonly string[] {
  const measure = measureOf(value)
  if (measure === null) return fine
  const { least, most, words, size } = measure
  const [min, max] = [schema[least], schema[most]]
  if (typeof min === 'number' && size < min) return [`${nameOf(path)} must ${words} at least ${min}.`]
  return typeof max === 'number' && size > max ? [`${nameOf(path)} must ${words} at most ${max}.`] : fine
}

interface Measure {
  readonly least: string
  readonly most: string
  readonly words: string
  readonly size: number
}

function measureOf(value: unknown): Measure | null {
  if (typeof value === 'number') return { least: 'minimum', most: 'maximum', words: 'be', size: value }
  const words = 'have a length of'
  if (Array.isArray(value)) return { least: 'minItems', most: 'maxItems', words, size: value.length }
  if (typeof value !== 'string') return null
  // JSON Schema counts whole characters. For a long text an approximation is enough.
  const size = value.length > 10_000 ? value.length : Array.from(value).length
  return { least: 'minLength', most: 'maxLength', words, size }
}

type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string'

const typeWords: Readonly<Record<TypeName, string>> = {
  null: 'null',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  number: 'a number',
  integer: 'a whole number',
  string: 'a text',
}

function isTypeName(type: unknown): type is TypeName {
  return typeof type === 'string' && Object.hasOwn(typeWords, type)
}

function isOfType(value: unknown, type: TypeName): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type
}

function typeOf(value: unknown): TypeName {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'boolean' || type === 'number' || type === 'string' ? type : 'object'
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function knownNames(properties: Schema): string {
  const names = Object.keys(properties)
  if (names.length === 0) return ''
  const shown = names.slice(0, 12).map((name) => `\`${shortened(name)}\``)
  return ` Known: ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}.`
}

function joined(path: string, name: string): string {
  return path === '' ? shortened(name) : `${path}.${shortened(name)}`
}

function nameOf(path: string): string {
  return path === '' ? 'The value' : `\`${path.length > 200 ? `…${path.slice(-200)}` : path}\``
}

function shortened(text: string): string {
  return shortText(text, maxNameLength)
}

function decoded(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
