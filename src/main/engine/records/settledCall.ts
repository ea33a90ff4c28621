/** A call that has ended, as it waits to be recorded. */
import type { AppError } from '#contract/errors'
import type { OpenRun } from '#engine/records/runs'
import type { CallResult } from '#engine/router/call'
import type { CallTarget } from '#engine/router/recorder'

/**
 * What was given and what came back. It is written out at once where that is short: a few flat texts cost less until
 * their batch comes than whatever objects they were.
 */
export type SettledContent =
  | { readonly kind: 'written'; readonly arguments: string; readonly result: string | null }
  | { readonly kind: 'values'; readonly arguments: unknown; readonly result: CallResult | null }

/** What a record is made of, and no more: whatever hangs on a call beside it shall not live as long as the batch. */
export interface SettledCall {
  readonly name: string
  readonly projectId: string | null
  readonly target: CallTarget | null
  readonly run: OpenRun
  readonly recordId: string | null
  readonly edited: boolean
  readonly error: AppError | null
  /** The server said that its tool failed. */
  readonly isError: boolean
  readonly content: SettledContent
  readonly startedAt: number
  readonly durationMs: number
  readonly weight: number
}
