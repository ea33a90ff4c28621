/** A call that has ended and is waiting to be recorded. */
import type { AppError } from '#contract/errors'
import type { OpenRun } from '#engine/records/runs'
import type { CallResult } from '#engine/router/call'
import type { CallTarget } from '#engine/router/recorder'

/**
 * The arguments and the result. Small ones are serialised immediately: until the batch is written, a few strings cost
 * less memory than the objects.
 */
export type SettledContent =
  | { readonly kind: 'written'; readonly arguments: string; readonly result: string | null }
  | { readonly kind: 'values'; readonly arguments: unknown; readonly result: CallResult | null }

/** The parts of a call that a record needs, so that the rest can be freed before the batch is written. */
export interface SettledCall {
  readonly name: string
  readonly projectId: string | null
  readonly target: CallTarget | null
  readonly run: OpenRun
  readonly recordId: string | null
  readonly edited: boolean
  readonly error: AppError | null
  /** Whether the server reported that the tool failed. */
  readonly isError: boolean
  readonly content: SettledContent
  readonly startedAt: number
  readonly durationMs: number
  readonly weight: number
}
