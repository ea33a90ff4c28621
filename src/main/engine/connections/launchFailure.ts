import type { AppError } from '#contract/errors'

/** Why a launch failed before it was ready. `probed`: it ended when asked `server/discover`, which some do not survive. */
export class LaunchFailure extends Error {
  readonly error: AppError
  readonly probed: boolean

  constructor(error: AppError, probed: boolean) {
    super(error.message, { cause: error })
    this.error = error
    this.probed = probed
  }
}
