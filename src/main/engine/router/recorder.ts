/** Whoever keeps the records of calls, as the router sees it. It is handed references: nothing is copied on the way of a call. */
import type { AppError } from '#contract/errors'
import type { CallResult, ToolCall } from '#engine/router/call'

/** What is known of a call when it begins, or when it is settled. */
export interface CallFacts {
  readonly call: ToolCall
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** The same moment by the clock that never jumps. */
  readonly begunAt: number
  /** The project of its target; of a tool that belongs to none, or is unknown, the only one that its caller can see. */
  readonly projectId: string | null
  /** Where it went, or was to go last; null when there is no such tool. */
  readonly target: CallTarget | null
  /** Given by `begin`; null when it was not recorded before it was sent. */
  readonly recordId: string | null
  /** A person changed its arguments before it was sent. */
  readonly edited: boolean
}

export interface CallTarget {
  readonly slug: string
  /** The tool's own name. */
  readonly toolName: string
  /** Null for what belongs to no project. */
  readonly projectId: string | null
}

export type Outcome = { readonly result: CallResult } | { readonly error: AppError }

export interface Recorder {
  /** Resolves, with the id of the record, when it is on disk that this call is about to be made; null: nothing is recorded. */
  begin(facts: CallFacts): Promise<string | null>
  /** Returns at once. */
  settled(facts: CallFacts, outcome: Outcome): void
}

/** The same recorder, with somebody else who is told each outcome before it. */
export function toldFirst(settled: Recorder['settled'], recorder: Recorder): Recorder {
  return {
    begin: (facts) => recorder.begin(facts),
    settled: (facts, outcome) => {
      settled(facts, outcome)
      recorder.settled(facts, outcome)
    },
  }
}
