/** The recorder of calls, as the router sees it. It gets references: nothing is copied during a call. */
import type { AppError } from '#contract/errors'
import type { CallResult, ToolCall } from '#engine/router/call'

/** What is known of a call when it begins, and when it is settled. */
export interface CallFacts {
  readonly call: ToolCall
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** The same moment on the monotonic clock. */
  readonly begunAt: number
  /**
   * The project of its target. If the tool is unknown or belongs to no project: the only project that its caller can
   * see.
   */
  readonly projectId: string | null
  /** Where it went, or was last going to; null if the tool does not exist. */
  readonly target: CallTarget | null
  /** Returned by `begin`; null if the call was not recorded before it was sent. */
  readonly recordId: string | null
  /** A person changed its arguments before it was sent. */
  readonly edited: boolean
}

export interface CallTarget {
  readonly slug: string
  /** The tool's own name. */
  readonly toolName: string
  /** Null if the target belongs to no project. */
  readonly projectId: string | null
}

export type Outcome = { readonly result: CallResult } | { readonly error: AppError }

export interface Recorder {
  /** Resolves with the record's id once it is on disk that this call is about to be made; null: nothing is recorded. */
  begin(facts: CallFacts): Promise<string | null>
  /** Returns at once. */
  settled(facts: CallFacts, outcome: Outcome): void
}

/** The same recorder; `settled` hears each outcome first. */
export function toldFirst(settled: Recorder['settled'], recorder: Recorder): Recorder {
  return {
    begin: (facts) => recorder.begin(facts),
    settled: (facts, outcome) => {
      settled(facts, outcome)
      recorder.settled(facts, outcome)
    },
  }
}
