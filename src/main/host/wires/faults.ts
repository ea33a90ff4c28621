/** Keeps the text of internal errors from callers. They get INTERNAL, and the log has the cause. */
import { AppError } from '#contract/errors'
import type { Log } from '#engine/ports'

export function faultOf(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('INTERNAL', 'Something went wrong inside Switchboard. Its log has the details.', {
    cause: thrown,
  })
}

export function logFault(log: Log, error: AppError, fields: Readonly<Record<string, unknown>>): void {
  if (error.code !== 'INTERNAL') return
  log.error({ ...fields, cause: error.cause }, 'a request failed with an internal error')
}
