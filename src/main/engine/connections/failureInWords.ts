/** Texts about a failed launch: for the server's state, for waiting callers, and for the log. Pure. */
import { AppError, messageOf } from '#contract/errors'
import type { StateError } from '#contract/servers/server'
import { RemoteError } from '#engine/connections/session/handshake'
import type { TransportExit } from '#engine/connections/transport'
import { causesIn, withoutSecrets } from '#engine/policies/printed/causes'
import { reasonIn, reasonWords } from '#engine/policies/printed/reason'
import { type RepairPlace, repairsOf } from '#engine/policies/repairs/repairs'
import { capText } from '#engine/structures/textCap'

/** Maximum length of a message: an error from a server may have any length. */
const maxMessageBytes = 4_000

/** The error that is shown with a server's state. `printed`: the launch's output, without secrets. */
export function failureInWords(
  error: AppError,
  printed: readonly string[],
  redact: (text: string) => string,
  { isHosted, platform = process.platform }: Pick<RepairPlace, 'isHosted'> & Partial<RepairPlace>,
): StateError {
  const place = { isHosted, platform }
  const message = capText(redact(error.message), maxMessageBytes) + reasonWords(reasonIn(printed))
  // An error with a known cause already says what to do, so the output is not searched for a hint.
  if (error.known !== null) {
    const cause = withoutSecrets(error.known, redact)
    return { code: error.code, message, cause, repairs: repairsOf(cause, place) }
  }
  const [advice] = causesIn(printed)
  if (advice === undefined) return { code: error.code, message }
  const { code, about, text } = advice
  const cause = { code, about }
  return { code: error.code, message, hint: text, cause, repairs: repairsOf(cause, place) }
}

/**
 * The reason given to callers that were waiting for an answer. It continues the sentence "the connection was lost: ".
 */
export function endInWords({ reason, error }: TransportExit, printed: readonly string[]): string {
  if (error !== undefined) return reason.replace(/\.$/, '')
  const why = reasonIn(printed)
  return why?.isError === true ? `the server ${reason} (${why.text})` : `the server ${reason}`
}

const failedSteps = {
  handshake: 'The server refused the handshake',
  listing: 'The server started, but listing its tools failed',
} as const

/**
 * Why a launch did not become ready, as one error that a person can act on. `exit`: how the process ended, if it
 * ended by itself.
 */
export function launchError(thrown: unknown, exit: TransportExit | null, step: 'handshake' | 'listing'): AppError {
  if (exit?.error !== undefined) return exit.error
  if (exit !== null && !(thrown instanceof AppError && thrown.code === 'HANDSHAKE_FAILED'))
    return new AppError('HANDSHAKE_FAILED', `The server ${exit.reason} before it was ready.`, { cause: thrown })
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof RemoteError)
    return new AppError('HANDSHAKE_FAILED', `${failedSteps[step]}: ${thrown.message}`, { data: thrown.rpc })
  return new AppError('INTERNAL', messageOf(thrown), { cause: thrown })
}
