/**
 * Which text the store takes. A NUL is cut off by one database and refused by the other, and half a surrogate pair is
 * replaced by one and refused by the other: so both are refused here, before any harm is done.
 */
import { AppError } from '#contract/errors'

/** Passes a parameter of a statement on. */
export function storable(parameter: unknown): unknown {
  if (typeof parameter === 'string' && !isStorable(parameter)) throw unstorableText()
  return parameter
}

/** JSON for a column in which the database looks inside, so that the rule holds for what is in it, too. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (key, member: unknown) => {
    storable(key)
    return storable(member)
  })
}

/** For text of others that is only kept to be read by people: what cannot be stored is replaced. */
export function mended(text: string): string {
  return isStorable(text) ? text : text.replace(/\0|\p{Surrogate}/gu, '\uFFFD')
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function unstorableText(): AppError {
  return new AppError('INVALID_INPUT', 'text with a NUL character or half of a surrogate pair cannot be stored')
}
