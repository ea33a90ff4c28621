/** Errors of sign-ins, and how they are stored in a state. */
import { AppError, messageOf } from '#contract/errors'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { StateError } from '#contract/servers/server'

/** An error with the code `SIGN_IN_REQUIRED`: a sentence about the problem, and one that says what to do. */
export function signInError(problem: string, hint?: string): AppError {
  const message = hint === undefined ? problem : `${problem} ${hint}`
  return new AppError('SIGN_IN_REQUIRED', message, { data: { problem, hint } })
}

/** Why this engine refused to send a request; null if it did not refuse. */
export function unsafeIn(thrown: unknown): AppError | null {
  if (thrown instanceof AppError && thrown.code === 'SIGN_IN_REQUIRED') return thrown
  const isPlain = thrown instanceof Error && thrown.name === 'InsecureTokenEndpointError'
  return isPlain ? signInError('The sign-in was stopped for your safety: its token endpoint is not https.') : null
}

/** `code`: OAuth's error code, or the HTTP status. */
export function refusedByIssuer(
  issuer: string,
  { code, text }: { readonly code: string; readonly text: string },
): AppError {
  const message = `The issuer ${issuer} did not sign you in: ${text}.`
  return new AppError('SIGN_IN_REQUIRED', message, { data: { oauth: code } })
}

export function stateErrorOf(thrown: unknown): StateError {
  if (!(thrown instanceof AppError)) return { code: 'INTERNAL', message: messageOf(thrown) }
  const hint = textIn(thrown.data, 'hint')
  return {
    code: thrown.code,
    message: textIn(thrown.data, 'problem') ?? thrown.message,
    ...(hint !== null && { hint }),
    ...(thrown.known !== null && { cause: thrown.known }),
  }
}

/** OAuth's error code, if the issuer refused. */
export function oauthCodeOf({ data }: AppError): string | null {
  return textIn(data, 'oauth')
}

function textIn(data: unknown, field: string): string | null {
  const value = fieldsOf(data)[field]
  return typeof value === 'string' ? value : null
}
