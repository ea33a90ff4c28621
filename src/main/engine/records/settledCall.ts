/** A call that has ended and waits to be recorded. */
import type { AppError } from '#contract/errors'
import type { OpenRun } from '#engine/records/runs'
import type { CallResult } from '#engine/router/call'
import type { CallTarget } from '#engine/router/recorder'

/**
 * The arguments and the result. Serialised at once if short: a few flat texts cost less until their batch comes than
 * the objects they were.
 */
export type SettledContent =
  | { readonly kind: 'written'; readonly arguments: string; readonly result: string | null }
  | { readonly kind: 'values'; readonly arguments: unknown; readonly result: CallResult | null }

/** Only what a record needs, so that nothing else of a call lives as long as its batch. */
export interface SettledCall {
  readonly name: string
  readonly projectId: string | null
  readonly target: CallTarget | null
  readonly run: OpenRun
  readonly recordId: string | null
  readonly edited: boolean
  readonly error: AppError | null
  /** The server reported that its tool failed. */
  readonly isError: boolean
  readonly content: SettledContent
  readonly startedAt: number
  readonly durationMs: number
  readonly weight: number
}
