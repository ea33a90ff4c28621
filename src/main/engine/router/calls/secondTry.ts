/**
 * Whether a call that was sent, and then lost with its server, may be made once more by another member of its group. It
 * is unknown whether it was carried out, so only a call that changes nothing is made twice. Pure.
 */
import type { RetryRule } from '#contract/servers/server'

export interface LostCall {
  /** The retry setting of the server that had it. */
  readonly rule: RetryRule | undefined
  /** The server's annotations are trusted, and they say that the tool changes nothing. */
  readonly knownReadOnly: boolean
  /** The server had asked questions: the answers are for that server alone. */
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
