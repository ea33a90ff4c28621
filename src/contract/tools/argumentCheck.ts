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

export interface ArgumentFault {
  /** The names and indices that lead to the value. */
  readonly path: readonly (string | number)[]
  /** The text after the value's name, for example "is missing." */
  readonly words: string
  readonly missing: boolean
}

export interface CheckOptions {
  readonly limit: number
  /** Finds further faults in a string. Returns the `words` of a fault, or null. */
  readonly textFault: (schema: Schema, text: string) => string | null
}

const usual: CheckOptions = { limit: maxFaults, textFault: () => null }

/** Describes what is wrong with the arguments. Returns null if nothing is known to be wrong. */
export function argumentFault(schema: unknown, args: unknown): string | null {
  const faults = argumentFaults(schema, args, usual)
  return faults.length === 0 ? null : faults.map(faultText).join(' ')
}

/** At most `limit` faults, each with the path of its value. */
export function argumentFaults(schema: unknown, args: unknown, options: CheckOptions): readonly ArgumentFault[] {
  try {
    return new Check(schema, options).faultsOf(schema, args, [], 0).slice(0, options.limit)
  } catch (thrown) {
    if (thrown instanceof TooMuch) return fine
    throw thrown
  }
}

export function faultText({ path, words }: Pick<ArgumentFault, 'path' | 'words'>): string {
  return `${nameOf(path)} ${words}`
}

class TooMuch extends Error {}

type Path = ArgumentFault['path']

const fine: readonly ArgumentFault[] = []
const wrong = (path: Path, words: string): ArgumentFault => ({ path, words, missing: false })

class Check {
  readonly #root: unknown
  readonly #options: CheckOptions
  #steps = 0

  constructor(root: unknown, options: CheckOptions) {
    this.#root = root
    this.#options = options
  }

  faultsOf(schema: unknown, value: unknown, path: Path, depth: number): readonly ArgumentFault[] {
    this.#spend(1)
    if (depth > deepest) throw new TooMuch()
    if (schema === false) return [wrong(path, 'is not allowed.')]
    if (!isObject(schema)) return fine
    const reference = schema['$ref']
    if (typeof reference === 'string') return this.faultsOf(this.#resolve(reference), value, path, depth + 1)
    if (schema['nullable'] === true && value === null) return fine
    this.#spend(listOf(schema['enum']).length)
    const own = [typeFault(schema, value), choiceFault(schema, value), sizeFault(schema, value)].filter(
      (words) => words !== null,
    )
    // The parts of a value with the wrong type are not checked.
    if (own.length > 0) return own.map((words) => wrong(path, words))
    const further = typeof value === 'string' ? this.#options.textFault(schema, value) : null
    if (further !== null) return [wrong(path, further)]
    return [
      ...this.#combined(schema, value, path, depth),
      ...(isObject(value) ? this.#propertyFaults(schema, value, path, depth) : fine),
      ...(Array.isArray(value) ? this.#itemFaults(schema, value, path, depth) : fine),
    ]
  }

  #combined(schema: Schema, value: unknown, path: Path, depth: number): readonly ArgumentFault[] {
    const all = listOf(schema['allOf']).flatMap((part) => this.faultsOf(part, value, path, depth + 1))
    if (all.length > 0) return all
    // The forms may differ in ways that are not checked here, so a value may match several, but it must match one.
    for (const key of ['anyOf', 'oneOf'] as const) {
      const forms = listOf(schema[key])
      if (forms.length === 0) continue
      const tried = forms.map((form) => this.faultsOf(form, value, path, depth + 1))
      if (tried.some((faults) => faults.length === 0)) continue
      const nearest = tried.reduce((best, faults) => (faults.length < best.length ? faults : best))
      const [first] = nearest
      return [
        wrong(
          path,
          `matches none of its ${forms.length} possible forms: ${first === undefined ? '' : faultText(first)}`,
        ),
      ]
    }
    return fine
  }

  #propertyFaults(schema: Schema, value: Schema, path: Path, depth: number): readonly ArgumentFault[] {
    const properties = fieldsOf(schema['properties'])
    const others = isObject(schema['patternProperties']) ? true : schema['additionalProperties']
    const required = listOf(schema['required'])
    this.#spend(required.length)
    const faults = required
      .filter((name) => typeof name === 'string' && !Object.hasOwn(value, name))
      .slice(0, this.#options.limit)
      .map((name): ArgumentFault => ({ path: [...path, String(name)], words: 'is missing.', missing: true }))
    for (const [name, inner] of Object.entries(value)) {
      const at = [...path, name]
      if (Object.hasOwn(properties, name)) faults.push(...this.faultsOf(properties[name], inner, at, depth + 1))
      else if (others === false) faults.push(wrong(at, `is unknown.${knownNames(properties)}`))
      else if (isObject(others)) faults.push(...this.faultsOf(others, inner, at, depth + 1))
      if (faults.length >= this.#options.limit) break
    }
    return faults
  }

  #itemFaults(schema: Schema, value: readonly unknown[], path: Path, depth: number): readonly ArgumentFault[] {
    const { items } = schema
    // In older drafts, `items` could be a list of schemas, and `additionalItems` described the items after those.
    const first = Array.isArray(items) ? listOf(items) : listOf(schema['prefixItems'])
    const rest = Array.isArray(items) ? schema['additionalItems'] : items
    const faults: ArgumentFault[] = []
    for (const [index, inner] of value.entries()) {
      const form = index < first.length ? first[index] : rest
      if (form === undefined || form === true) continue
      faults.push(...this.faultsOf(form, inner, [...path, index], depth + 1))
      if (faults.length >= this.#options.limit) break
    }
    return faults
  }

  #spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > maxSteps) throw new TooMuch()
  }

  /** Resolves only references inside the schema. Any other reference becomes a schema that accepts everything. */
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

function typeFault(schema: Schema, value: unknown): string | null {
  const types = (Array.isArray(schema['type']) ? schema['type'] : [schema['type']]).filter((type) => isTypeName(type))
  if (types.length === 0 || types.some((type) => isOfType(value, type))) return null
  return `must be ${types.map((type) => typeWords[type]).join(' or ')}, not ${typeWords[typeOf(value)]}.`
}

/** Only plain values are compared: objects could be of any size. */
function choiceFault(schema: Schema, value: unknown): string | null {
  const choices = 'const' in schema ? [schema['const']] : listOf(schema['enum'])
  if (choices.length === 0 || choices.some((choice) => choice === value || isComposed(choice))) return null
  const named = choices.slice(0, 12).map((choice) => shortened(JSON.stringify(choice) ?? 'null'))
  return `must be one of ${named.join(', ')}${choices.length > named.length ? ', …' : ''}.`
}

function isComposed(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function sizeFault(schema: Schema, value: unknown): string | null {
  const measure = measureOf(value)
  if (measure === null) return null
  const { least, most, words, size } = measure
  const [min, max] = [schema[least], schema[most]]
  if (typeof min === 'number' && size < min) return `must ${words} at least ${min}.`
  if (typeof max === 'number' && size > max) return `must ${words} at most ${max}.`
  return typeof value === 'number' ? rangeFault(schema, value) : null
}

/** Checks exclusive bounds, and `multipleOf` for whole numbers only, because a fraction's remainder is not exact. */
function rangeFault(schema: Schema, value: number): string | null {
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema
  if (typeof above === 'number' && value <= above) return `must be greater than ${above}.`
  if (typeof below === 'number' && value >= below) return `must be less than ${below}.`
  const isWhole = Number.isSafeInteger(step) && Number.isSafeInteger(value)
  return isWhole && typeof step === 'number' && step > 0 && value % step !== 0 ? `must be a multiple of ${step}.` : null
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
  string: 'text',
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

function nameOf(path: Path): string {
  if (path.length === 0) return 'The value'
  const text = path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`
    return before === '' ? shortened(part) : `${before}.${shortened(part)}`
  }, '')
  return `\`${text.length > 200 ? `…${text.slice(-200)}` : text}\``
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
