/** One well-known cause: how programs print it, and what a person does about it. */
import type { CauseCode, CauseFacts } from '#contract/servers/cause'

export interface CauseRow {
  readonly code: CauseCode
  /** Each alone is enough; its named groups are the facts. */
  readonly patterns: readonly RegExp[]
  readonly text: (about: CauseFacts) => string
}

/** " (…)" for what is known, nothing for what is not. */
export function inBrackets(fact: string | undefined): string {
  return fact === undefined ? '' : ` (${fact})`
}
