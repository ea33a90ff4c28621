/**
 * How long what a client sends may be where its length is multiplied: it is compared with every tool, kept for a session,
 * or said again in each message. What is only carried on has the bound of its whole message. Pure.
 */
type Params = Readonly<Record<string, unknown>>

/** In characters. */
export const inputBounds = {
  method: 128,
  requestId: 1_024,
  name: 1_024,
  uri: 8_192,
  progressToken: 1_024,
  completedValue: 65_536,
  /** What a client calls itself is cut to this, as its name decides nothing. */
  clientInfo: 256,
  /** What a client declares that it can do, as JSON. */
  capabilities: 65_536,
  project: 256,
  label: 256,
  /** Words for the tool that is looked for. */
  query: 1_000,
} as const

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
