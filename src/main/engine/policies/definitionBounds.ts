/**
 * Limits the size and depth of one definition from a server. A note replaces a definition beyond the limits, so that
 * the rest of the list can be used, and no part of the definition is kept, serialized or compared. Pure.
 */
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { capText } from '#engine/structures/textCap'

/** The longest definition, in characters of JSON: more than most models can read, and far above one with icons. */
export const maxDefinitionLength = 1_000_000
/** The deepest nesting of a definition. Clients and models do not accept deeper schemas. */
export const maxDefinitionDepth = 256

const reasons = {
  large: `the definition is larger than ${maxDefinitionLength / 1_000_000} MB`,
  deep: `the definition is nested more than ${maxDefinitionDepth} levels deep`,
} as const
type Fault = keyof typeof reasons

/** The key of the note, which is stored with its list for the next start. */
const noteKey = 'switchboard/outOfBounds'
const names = ['name', 'uri', 'uriTemplate'] as const
const maxNameBytes = 200

export interface BoundedDefinition {
  /** The entry as received, or the note that replaces it. */
  readonly entry: unknown
  /** The definition's length in characters of JSON, without escapes. */
  readonly length: number
}

export function boundedDefinition(raw: unknown): BoundedDefinition {
  let length = 0
  const measure = (value: unknown, levels: number): Fault | null => {
    length += typeof value === 'string' ? value.length + 3 : 5
    if (length > maxDefinitionLength) return 'large'
    if (typeof value !== 'object' || value === null) return null
    if (levels === 0) return 'deep'
    if (Array.isArray(value)) {
      for (const inner of value) {
        const fault = measure(inner, levels - 1)
        if (fault !== null) return fault
      }
      return null
    }
    for (const key of Object.keys(value)) {
      length += key.length + 3
      const fault = measure((value as Record<string, unknown>)[key], levels - 1)
      if (fault !== null) return fault
    }
    return null
  }
  const fault = measure(raw, maxDefinitionDepth)
  return fault === null ? { entry: raw, length } : boundedDefinition(noteOf(raw, fault))
}

/** Why a note replaces the definition; null if none does. */
export function outOfBoundsReason(entry: unknown): string | null {
  const fault = fieldsOf(entry)[noteKey]
  return fault === 'large' || fault === 'deep' ? reasons[fault] : null
}

/** A name that is cut is also copied, because a slice would keep the whole name in memory. */
function noteOf(raw: unknown, fault: Fault): Record<string, unknown> {
  const definition = fieldsOf(raw)
  const kept = names.flatMap((name) => {
    const value = definition[name]
    return typeof value === 'string' ? [[name, capText(value, maxNameBytes)]] : []
  })
  return { ...(Object.fromEntries(kept) as Record<string, string>), [noteKey]: fault }
}
