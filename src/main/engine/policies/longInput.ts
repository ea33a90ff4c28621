/** Which input of a request is longer than it may be, in words (`contract/inputBounds`). Pure. */
import type { Params } from '#contract/jsonRpc/messages'

export interface BoundedInput {
  /** As the refusal calls it. */
  readonly called: string
  readonly max: number
  readonly read: (params: Params) => unknown
}

/** The bound that an input breaks, in words; null: none. */
export function tooLong(called: string, given: unknown, max: number): string | null {
  return typeof given === 'string' && given.length > max ? `${called} may have at most ${max} characters` : null
}

/** The same for the inputs of one request. */
export function longInput(inputs: readonly BoundedInput[], params: Params): string | null {
  for (const { called, max, read } of inputs) {
    const problem = tooLong(called, read(params), max)
    if (problem !== null) return problem
  }
  return null
}
