/** Which input of a request exceeds its limit, as a text (`contract/inputBounds`). Pure. */
import type { Params } from '#contract/jsonRpc/messages'

export interface BoundedInput {
  /** The input's name in the refusal. */
  readonly called: string
  readonly max: number
  readonly read: (params: Params) => unknown
}

/** The exceeded limit, as a text; null: none. */
export function tooLong(called: string, given: unknown, max: number): string | null {
  return typeof given === 'string' && given.length > max ? `${called} may have at most ${max} characters` : null
}

/** The same for all inputs of one request. */
export function longInput(inputs: readonly BoundedInput[], params: Params): string | null {
  for (const { called, max, read } of inputs) {
    const problem = tooLong(called, read(params), max)
    if (problem !== null) return problem
  }
  return null
}
