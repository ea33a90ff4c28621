/**
 * Which text the store accepts. One database cuts a text at a NUL and the other refuses it; half a surrogate pair is
 * replaced by one and refused by the other. Both are refused here, before any harm is done.
 */
import { AppError } from '#contract/errors'

/** Passes on a parameter of a statement, or throws. */
export function storable(parameter: unknown): unknown {
  if (typeof parameter === 'string' && !isStorable(parameter)) throw unstorableText()
  return parameter
}

/** JSON for a column that the database parses: the rule applies to its contents, too. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (key, member: unknown) => {
    storable(key)
    return storable(member)
  })
}

/** For other people's text that is only kept for reading: characters that cannot be stored are replaced. */
export function mended(text: string): string {
  return isStorable(text) ? text : text.replace(/\0|\p{Surrogate}/gu, '\uFFFD')
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function unstorableText(): AppError {
  return new AppError('INVALID_INPUT', 'Text with a NUL character or half of a surrogate pair cannot be stored.')
}
