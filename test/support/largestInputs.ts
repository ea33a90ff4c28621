/** Makes the largest inputs that a schema accepts, with strings that keep their reader as busy as possible. */
import type { z } from 'zod'

interface Definition {
  readonly type: string
  readonly [key: string]: unknown
}

interface Check {
  readonly check: string
  readonly maximum?: number
  readonly value?: unknown
}

/** The maximum length of a string inside lists and records, so that the whole input stays below the largest message. */
const maxInside = 2_000
const maxText = 1_000_000
const maxItems = 200
/** Values for strings that must have a certain form. */
const formed = ['victim', '0'.repeat(20), 'A_', 'https://a.example/', '{server}__{tool}', 'true', '1']

function definitionOf(schema: z.ZodType): Definition {
  return (schema as unknown as { readonly _zod: { readonly def: Definition } })._zod.def
}

function maximumOf({ checks = [] }: Definition): number {
  const found = (checks as { readonly _zod: { readonly def: Check } }[]).map(({ _zod }) => _zod.def)
  return Math.min(
    ...found.flatMap(({ maximum, check, value }) => (check === 'less_than' ? Number(value) : (maximum ?? []))),
  )
}

function fits(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success
}

/** `piece` repeated, or a value of the required form. */
function text(schema: z.ZodType, piece: string, isInside: boolean): string {
  const length = Math.min(maximumOf(definitionOf(schema)), isInside ? maxInside : maxText)
  const long = piece
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length)
    .replace(/ $/, 'x')
  const candidates = [long, `https://a.example/${long}`.slice(0, length), ...formed]
  return candidates.find((one) => fits(schema, one)) ?? long
}

/** Makes a long string begin with its position, because secret values are distinguished by their beginning. */
function unique(value: unknown, place: number): unknown {
  return typeof value === 'string' && value.length > 8 ? `x${place}x`.padEnd(8, 'x') + value.slice(8) : value
}

/** Returns a schema's largest values, one for each way to fill it in. */
export function largestInputs(schema: z.ZodType, piece: string, isInside = false): unknown[] {
  const def = definitionOf(schema)
  const inner = (key: string, inside = isInside) => largestInputs(def[key] as z.ZodType, piece, inside)
  switch (def.type) {
    case 'string':
      return [text(schema, piece, isInside)]
    case 'number': {
      const most = maximumOf(def)
      return [Number.isFinite(most) ? most : 1]
    }
    // False, because an input must not start anything.
    case 'boolean':
      return [false]
    case 'literal':
      return [(def['values'] as unknown[])[0]]
    case 'enum':
      return [Object.values(def['entries'] as object)[0]]
    case 'null':
      return [null]
    case 'array': {
      const count = Math.min(maximumOf(def), maxItems)
      const values = inner('element', true)
      return [Array.from({ length: count }, (_, place) => unique(values[place % values.length], place))]
    }
    case 'record': {
      const [key] = inner('keyType', true)
      const [value] = inner('valueType', true)
      const count = String(key).length > 8 ? maxItems : 1
      return [Object.fromEntries(Array.from({ length: count }, (_, place) => [unique(key, place), value]))]
    }
    case 'object':
      return filled(Object.entries(def['shape'] as Record<string, z.ZodType>), piece, isInside)
    case 'union':
      return (def['options'] as z.ZodType[]).flatMap((option) => largestInputs(option, piece, isInside))
    case 'pipe':
      return inner('in')
    case 'unknown':
      return [piece.repeat(1_000)]
    default:
      return 'innerType' in def ? inner('innerType') : []
  }
}

/** Fills in each member with its largest values, so that each alternative of a union occurs. */
function filled(shape: readonly [string, z.ZodType][], piece: string, isInside: boolean): unknown[] {
  const members = shape.map(([name, schema]) => [name, largestInputs(schema, piece, isInside)] as const)
  const ways = Math.max(1, ...members.map(([, values]) => values.length))
  return Array.from({ length: ways }, (_, way) =>
    Object.fromEntries(members.map(([name, values]) => [name, values[Math.min(way, values.length - 1)]])),
  )
}
