/**
 * Decides whether a call that was lost with its server may be made once more, by another group member. It is unknown
 * whether the server carried the call out, so only a call that changes nothing is made twice. Pure.
 */
import type { RetryRule } from '#contract/servers/server'

export interface LostCall {
  /** The retry setting of the server that was lost. */
  readonly rule: RetryRule | undefined
  /** Whether the server is trusted, and its annotations say that the tool changes nothing. */
  readonly knownReadOnly: boolean
  /** Whether the server had asked questions. The answers are valid only for that server. */
  readonly hadRounds: boolean
  readonly wasMadeAgain: boolean
}

const allowed: Readonly<Record<RetryRule, (lost: Pick<LostCall, 'knownReadOnly'>) => boolean>> = {
  never: () => false,
  'read-only': ({ knownReadOnly }) => knownReadOnly,
}

export function mayBeMadeAgain({ rule = 'never', knownReadOnly, hadRounds, wasMadeAgain }: LostCall): boolean {
  return allowed[rule]({ knownReadOnly }) && !hadRounds && !wasMadeAgain
}
