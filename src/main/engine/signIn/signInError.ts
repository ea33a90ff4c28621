/** The errors of a sign-in, and how a state has them. */
import { AppError, messageOf } from '#contract/errors'
import type { StateError } from '#contract/servers/server'

/** A sign-in that cannot be done like this: repeating it changes nothing. */
export function signInError(message: string, hint?: string): AppError {
  return new AppError('SIGN_IN_REQUIRED', message, { data: hint === undefined ? {} : { hint } })
}

export function stateErrorOf(thrown: unknown): StateError {
  if (!(thrown instanceof AppError)) return { code: 'INTERNAL', message: messageOf(thrown) }
  const hint = hintOf(thrown.data)
  return {
    code: thrown.code,
    message: thrown.message,
    ...(hint !== null && { hint }),
    ...(thrown.known !== null && { cause: thrown.known }),
  }
}

function hintOf(data: unknown): string | null {
  const hint: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'hint') : null
  return typeof hint === 'string' ? hint : null
}
