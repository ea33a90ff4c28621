import { AppError, messageOf } from '#contract/errors'
import type { ProtocolEra } from '#contract/servers/server'

/**
 * Why a launch failed before the server was ready. `eraLeft`: if the process exited when it was asked for one era, the
 * other era, which can still be tried; otherwise null.
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

/** The eras that a launch asks for, as far as they are known or required. */
export interface AskedEras {
  readonly knownEra: ProtocolEra | null
  readonly wantedEra: ProtocolEra | null
}

/**
 * The eras to ask for in an immediate second launch, without the era at which the process exited. Null: the second
 * launch would ask for the same eras.
 */
export function withoutEra(asked: AskedEras, eraLeft: ProtocolEra | null): AskedEras | null {
  if (eraLeft === 'modern') return { ...asked, wantedEra: eraLeft }
  return eraLeft === 'legacy' && asked.knownEra === null ? { ...asked, knownEra: eraLeft } : null
}
