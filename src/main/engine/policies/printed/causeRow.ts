/** A well-known cause of a failure: how programs print it, and what a person can do about it. */
import type { CauseCode, CauseFacts } from '#contract/servers/cause'

export interface CauseRow {
  readonly code: CauseCode
  /** A match of one pattern is enough. The pattern's named groups are the facts. */
  readonly patterns: readonly RegExp[]
  readonly text: (about: CauseFacts) => string
}

/** Puts a known fact in brackets. Returns an empty string for an unknown one. */
export function inBrackets(fact: string | undefined): string {
  return fact === undefined ? '' : ` (${fact})`
}
