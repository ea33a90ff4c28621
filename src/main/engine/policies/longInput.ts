/** Checks the length of a request's inputs against the limits in `contract/inputBounds`. Pure. */
import type { Params } from '#contract/jsonRpc/messages'

export interface BoundedInput {
  /** How the refusal names the input. */
  readonly called: string
  readonly max: number
  readonly read: (params: Params) => unknown
}

/** The refusal if the input is too long; null if it is not. */
export function tooLong(called: string, given: unknown, max: number): string | null {
  return typeof given === 'string' && given.length > max ? `${called} may have at most ${max} characters` : null
}

/** The refusal for the first input of a request that is too long; null if there is none. */
export function longInput(inputs: readonly BoundedInput[], params: Params): string | null {
  for (const { called, max, read } of inputs) {
    const problem = tooLong(called, read(params), max)
    if (problem !== null) return problem
  }
  return null
}
