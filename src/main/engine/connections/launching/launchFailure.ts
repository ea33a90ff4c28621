import { AppError, messageOf } from '#contract/errors'
import type { ProtocolEra } from '#contract/servers/server'

/** Why a launch failed before it was ready. `eraLeft`: it did not survive being asked for the other era; this one is left. */
export class LaunchFailure extends Error {
  readonly error: AppError
  readonly eraLeft: ProtocolEra | null

  constructor(error: AppError, eraLeft: ProtocolEra | null) {
    super(error.message, { cause: error })
    this.error = error
    this.eraLeft = eraLeft
  }
}

export function launchFailureOf(thrown: unknown): LaunchFailure {
  if (thrown instanceof LaunchFailure) return thrown
  return new LaunchFailure(new AppError('INTERNAL', messageOf(thrown), { cause: thrown }), null)
}

/** What a launch is to speak, as far as that is known or wanted. */
export interface AskedEras {
  readonly knownEra: ProtocolEra | null
  readonly wantedEra: ProtocolEra | null
}

/** With what to launch it again at once, so that it is not asked for what it did not survive. Null: that would change nothing. */
export function withoutEra(asked: AskedEras, eraLeft: ProtocolEra | null): AskedEras | null {
  if (eraLeft === 'modern') return { ...asked, wantedEra: eraLeft }
  return eraLeft === 'legacy' && asked.knownEra === null ? { ...asked, knownEra: eraLeft } : null
}
