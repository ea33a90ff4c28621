import { AppError, messageOf } from '#contract/errors'
import type { ProtocolEra } from '#contract/servers/server'

/**
 * Why a launch failed before it was ready. `eraLeft`: the process did not survive being asked for the other era; this
 * era is left to try.
 */
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

/** Which eras a launch is to ask for, as far as that is known or wanted. */
export interface AskedEras {
  readonly knownEra: ProtocolEra | null
  readonly wantedEra: ProtocolEra | null
}

/**
 * The eras to ask for when it is launched again at once, without the one it did not survive. Null: that would change
 * nothing.
 */
export function withoutEra(asked: AskedEras, eraLeft: ProtocolEra | null): AskedEras | null {
  if (eraLeft === 'modern') return { ...asked, wantedEra: eraLeft }
  return eraLeft === 'legacy' && asked.knownEra === null ? { ...asked, knownEra: eraLeft } : null
}
