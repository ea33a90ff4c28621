/**
 * The only module that turns thrown values into errors for callers. `code`, `message` and `data` are the same on every
 * wire.
 */
import { ORPCError } from '@orpc/server'
import { AppError, errorCodes, isErrorCode } from '#contract/errors'
import type { ErrorCode } from '#contract/errors'
import { faultOf } from '#main/host/wires/faults'

export function toAppError(thrown: unknown): AppError {
  return thrown instanceof ORPCError ? fromLibrary(thrown) : faultOf(thrown)
}

/** Converts an error that came while a request was read. It means that the caller sent no valid request. */
export function toReadingError(thrown: unknown): AppError {
  if (thrown instanceof AppError || thrown instanceof ORPCError) return toAppError(thrown)
  return new AppError('INVALID_INPUT', 'The request is invalid: its body must be JSON.', { cause: thrown })
}

export function toWireError(error: AppError): ORPCError<ErrorCode, unknown> {
  const { code, message, data } = error
  return new ORPCError(code, { status: errorCodes[code], message, data, cause: error })
}

function fromLibrary(error: ORPCError<string, unknown>): AppError {
  if (isErrorCode(error.code)) return new AppError(error.code, error.message, { data: error.data, cause: error.cause })
  const issues = issuesOf(error.data)
  if (error.code === 'BAD_REQUEST' && issues.length > 0) {
    return new AppError('INVALID_INPUT', issues.map(inWords).join('; '), { data: { issues }, cause: error })
  }
  if (error.code === 'PAYLOAD_TOO_LARGE') return new AppError('INVALID_INPUT', 'The request is too large.')
  if (error.status >= 400 && error.status < 500) return new AppError('INVALID_INPUT', error.message, { cause: error })
  return new AppError('INTERNAL', 'Something went wrong inside Switchboard. Its log has the details.', {
    cause: error.cause ?? error,
  })
}

interface InputIssue {
  readonly path: string
  readonly message: string
}

function inWords(issue: InputIssue): string {
  return issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`
}

function issuesOf(data: unknown): InputIssue[] {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return []
  return data.issues.map(toIssue)
}

function toIssue(issue: unknown): InputIssue {
  const { path, message } = Object(issue) as { path?: unknown; message?: unknown }
  const keys = Array.isArray(path) ? path.map((part: unknown) => keyOf(part)) : []
  return { path: keys.join('.'), message: String(message) }
}

/** A path consists of keys, or of objects that contain the key. */
function keyOf(part: unknown): string {
  return String(typeof part === 'object' && part !== null && 'key' in part ? part.key : part)
}
