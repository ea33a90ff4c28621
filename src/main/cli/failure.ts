/**
 * Describes how a command ended. The exit code is 0 for done, 1 for failed, 2 for wrong usage, and 128 plus the signal
 * number when interrupted.
 */
import { ORPCError } from '@orpc/client'
import { AppError, isErrorCode, messageOf } from '#contract/errors'
import type { ErrorCode } from '#contract/errors'

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const

/** The error for options that make no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The error for work that failed after the failure was printed. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure'
}

export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly exitCode: number

  constructor(signalNumber: number) {
    super('interrupted')
    this.exitCode = 128 + signalNumber
  }
}

export interface Failure {
  readonly exitCode: number
  /** The text for stderr; null if there is nothing more to say. */
  readonly text: string | null
}

/** What the person can do, if the error's message does not say it. */
const hints: Partial<Record<ErrorCode, string>> = {
  ENGINE_RUNNING: 'Stop it, or choose another data folder with --data.',
  STORE_TOO_NEW: 'Install the newer Switchboard again, or choose another data folder with --data.',
  UNKNOWN_TOOL: 'Run `switchboard tools` to list the names.',
  SECRET_MISSING: 'Set its value, or remove the reference from the configuration.',
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof ReportedFailure) return { exitCode: exitCodes.failed, text: null }
  if (error instanceof Interrupted) return { exitCode: error.exitCode, text: null }
  if (error instanceof UsageError) return { exitCode: exitCodes.wrongUsage, text: error.message }
  const code = error instanceof AppError || error instanceof ORPCError ? error.code : null
  const hint = isErrorCode(code) ? hints[code] : undefined
  const message = messageOf(error)
  return { exitCode: exitCodes.failed, text: hint === undefined ? message : `${message}\n${hint}` }
}
