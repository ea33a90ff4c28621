/**
 * Refuses text that the two databases treat differently. One cuts text off at a NUL, and the other refuses it. One
 * replaces half a surrogate pair, and the other refuses it.
 */
import { AppError } from '#contract/errors'

/** Returns a statement's parameter unchanged, or throws if it cannot be stored. */
export function storable(parameter: unknown): unknown {
  if (typeof parameter === 'string' && !isStorable(parameter)) throw unstorableText()
  return parameter
}

/** JSON for a column that the database parses, so the strings inside must be storable, too. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (key, member: unknown) => {
    storable(key)
    return storable(member)
  })
}

/** Replaces characters that cannot be stored, in foreign text that is only kept to be read. */
export function mended(text: string): string {
  return isStorable(text) ? text : text.replace(/\0|\p{Surrogate}/gu, '\uFFFD')
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function unstorableText(): AppError {
  return new AppError('INVALID_INPUT', 'Text with a NUL character or half of a surrogate pair cannot be stored.')
}
