import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#contract/contract'

interface Definition {
  readonly type: string
  readonly [key: string]: unknown
}

interface Procedure {
  readonly '~orpc': { readonly inputSchema?: z.ZodType }
}

function isProcedure(value: object): value is Procedure {
  return '~orpc' in value
}

/** All routes' inputs, by route name. */
function inputs(part: object, path = ''): [string, z.ZodType][] {
  if (isProcedure(part)) {
    const { inputSchema } = part['~orpc']
    return inputSchema === undefined ? [] : [[path, inputSchema]]
  }
  return Object.entries(part).flatMap(([key, inner]) => inputs(inner as object, path === '' ? key : `${path}.${key}`))
}

function definitionOf(schema: unknown): Definition {
  return (schema as { readonly _zod: { readonly def: Definition } })._zod.def
}

interface Check {
  readonly check: string
  readonly maximum?: number
  readonly pattern?: RegExp
}

function isOfBoundedLength(schema: unknown): boolean {
  const checks = (definitionOf(schema)['checks'] ?? []) as { readonly _zod: { readonly def: Check } }[]
  return checks.some(({ _zod }) => {
    const { check, pattern } = _zod.def
    return check === 'max_length' || check === 'length_equals' || (pattern !== undefined && isBounded(pattern.source))
  })
}

/** Whether a pattern is anchored at both ends and has no unlimited repetition. */
function isBounded(source: string): boolean {
  const plain = source.replaceAll(/\\.|\[(?:[^\]\\]|\\.)*\]/g, 'x')
  return plain.startsWith('^') && plain.endsWith('$') && !/[*+]|,\}/.test(plain)
}

/** The parts of a schema that have no maximum length. */
function unbounded(schema: unknown, path: string): string[] {
  const def = definitionOf(schema)
  const inside = (inner: unknown, more = '') => unbounded(inner, `${path}${more}`)
  const own = isOfBoundedLength(schema) ? [] : [path]
  switch (def.type) {
    case 'string':
      return own
    case 'array':
      return [...own.map((one) => `${one}[]`), ...inside(def['element'], '[]')]
    case 'record':
      return [...inside(def['keyType'], '{key}'), ...inside(def['valueType'], '{}')]
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([key, inner]) => inside(inner, `.${key}`))
    case 'union':
      return (def['options'] as unknown[]).flatMap((inner) => inside(inner))
    case 'pipe':
      return inside(def['in'])
    case 'intersection':
      return [...inside(def['left']), ...inside(def['right'])]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return inside(def['innerType'])
    case 'lazy':
    case 'any':
    case 'unknown':
      return [`${path} (${def.type})`]
    default:
      return []
  }
}

/**
 * Inputs without a maximum of their own: foreign JSON, which is passed on unchanged and limited by the size of its
 * message, and a field whose value must be one of a few words.
 */
const elsewhere = new Set([
  'hosting.call.params{} (unknown)',
  'hosting.remove.query.volumes',
  'tools.call.arguments{} (unknown)',
  'tools.try.arguments{} (unknown)',
  'chat.callForApp.arguments{} (unknown)',
  'questions.answer.answer.arguments{} (unknown)',
  'questions.answer.answer.content{} (unknown)',
  'servers.log.follow',
])

// Catches an input that is searched for, compared or stored although it may be as long as a whole message.
test('every string, list and record in the input of a route has a maximum length', () => {
  const found = inputs(contract).flatMap(([route, input]) => unbounded(input, route))
  expect(found.filter((path) => !elsewhere.has(path))).toEqual([])
})
