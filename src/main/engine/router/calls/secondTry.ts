/**
 * Whether a call that was sent, and whose server was lost then, may be made once more by another member of its group.
 * Nobody knows whether it was carried out, so only what changes nothing is made twice. Pure.
 */
import type { RetryRule } from '#contract/servers/server'

export interface LostCall {
  /** The setting of the server that had it. */
  readonly rule: RetryRule | undefined
  /** Its owner trusts that server's annotations, and they say that the tool changes nothing. */
  readonly knownReadOnly: boolean
  /** The server had asked something on its way: the answers are for that server alone. */
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
