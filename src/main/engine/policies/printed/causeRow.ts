/** One well-known cause: how programs print it, and what a person can do about it. */
import type { CauseCode, CauseFacts } from '#contract/servers/cause'

export interface CauseRow {
  readonly code: CauseCode
  /** Each pattern alone is enough; its named groups are the facts. */
  readonly patterns: readonly RegExp[]
  readonly text: (about: CauseFacts) => string
}

/** " (…)" for a known fact, an empty text for an unknown one. */
export function inBrackets(fact: string | undefined): string {
  return fact === undefined ? '' : ` (${fact})`
}
