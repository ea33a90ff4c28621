/** Why a run could not go on, for a person. Pure. */
import { AppError, messageOf } from '#contract/errors'
import { ModelFailure } from '#engine/chat/models/modelClient'

/** In what databases and files say when there is no room. */
const noRoom = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG', '53100', '53200'])

/** Null: it is a mistake of ours, and the log has it. */
export function failureWords(thrown: unknown): string | null {
  const codes = codesOf(thrown)
  if (codes.some((code) => noRoom.has(code)))
    return 'There is no room to store what is said. Make room, then go on; what was stored is kept.'
  if (codes.some((code) => code.startsWith('SQLITE_IOERR')))
    return 'What is said could not be stored: the disk cannot be written, or it is full. What was stored is kept.'
  return thrown instanceof ModelFailure || thrown instanceof AppError ? messageOf(thrown) : null
}

/** Its own, and those of what it came from. */
function codesOf(thrown: unknown): string[] {
  const { code, cause } = Object(thrown) as { readonly code?: unknown; readonly cause?: unknown }
  const own = typeof code === 'string' ? [code] : []
  return cause === undefined || cause === thrown ? own : [...own, ...codesOf(cause)]
}
