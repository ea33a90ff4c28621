/** The recorder of calls, as the router uses it. It gets references: nothing is copied during a call. */
import type { AppError } from '#contract/errors'
import type { CallResult, ToolCall } from '#engine/router/call'

/** What is known about a call when it starts and when it is settled. */
export interface CallFacts {
  readonly call: ToolCall
  /** When the call started, in milliseconds since the epoch. */
  readonly startedAt: number
  /** The time of `startedAt` on the monotonic clock. */
  readonly begunAt: number
  /**
   * The target's project. If the tool is unknown or belongs to no project: the only project that the caller can see.
   */
  readonly projectId: string | null
  /** The target of the call, or of its last attempt; null if the tool does not exist. */
  readonly target: CallTarget | null
  /** The id that `begin` returned; null if the call was not recorded before it was sent. */
  readonly recordId: string | null
  /** Whether a person edited the arguments before the call was sent. */
  readonly edited: boolean
}

export interface CallTarget {
  readonly slug: string
  /** The name under which the server itself knows the tool. */
  readonly toolName: string
  /** The target's project; null if it belongs to none. */
  readonly projectId: string | null
}

export type Outcome = { readonly result: CallResult } | { readonly error: AppError }

export interface Recorder {
  /**
   * Resolves when a record on disk says that this call is about to be made. Returns the record's id; null if
   * recording is off.
   */
  begin(facts: CallFacts): Promise<string | null>
  /** Returns immediately. */
  settled(facts: CallFacts, outcome: Outcome): void
}

/** Returns a recorder that calls `settled` with each outcome before it passes the outcome on. */
export function toldFirst(settled: Recorder['settled'], recorder: Recorder): Recorder {
  return {
    begin: (facts) => recorder.begin(facts),
    settled: (facts, outcome) => {
      settled(facts, outcome)
      recorder.settled(facts, outcome)
    },
  }
}
