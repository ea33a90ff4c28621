/**
 * Whether a write failed for lack of space or because the disk cannot be written, in either database or in files. Pure.
 */
import { sqliteFault } from '#engine/store/database/sqliteFaults'

export type StorageFault = 'noRoom' | 'cannotWrite'

/** Codes of files and of Postgres. */
const noRoom = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', '53100', '53200'])

/** Also checks the error's cause. Null: another kind of error. */
export function storageFault(thrown: unknown): StorageFault | null {
  const { code, cause } = Object(thrown) as { readonly code?: unknown; readonly cause?: unknown }
  const below = cause === undefined || cause === thrown ? null : storageFault(cause)
  const fault = sqliteFault(thrown)
  if (noRoom.has(code) || fault === 'noRoom' || below === 'noRoom') return 'noRoom'
  return fault === 'cannotWrite' ? fault : below
}
