/** The messages between the benchmark's model endpoint and its scripts. */
export interface WireBlock {
  readonly type: string
  readonly [key: string]: unknown
}

export interface WireRequest {
  readonly system?: readonly WireBlock[]
  readonly tools?: readonly { readonly name: string; readonly [key: string]: unknown }[]
  readonly messages: readonly { readonly role: string; readonly content: readonly WireBlock[] }[]
}

/** The answer that the model should give. Each message to the model is such a wish as JSON. */
export interface Wish {
  /** The tools to use, by the names that the model knows. */
  readonly uses?: readonly (readonly [name: string, input: unknown])[]
  readonly say?: string
  readonly stream?: { readonly tokens: number; readonly perSecond: number }
  /** Text that makes the message longer. */
  readonly padding?: string
}

/** A request with tool results. Times are milliseconds of the machine's monotonic clock. */
export interface Round {
  /** When the end of each tool use was written. */
  readonly stopsAt: readonly number[]
  readonly resultsAt: number
  /** The texts of the results. */
  readonly results: readonly string[]
}

export interface EndpointFigures {
  readonly requests: number
  readonly lastRequestAt: number
  readonly rounds: readonly Round[]
  /** The share of the sent characters that repeat the beginning of an earlier request. */
  readonly prefixShare: number
}

export const tokenText = 'word '
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6
