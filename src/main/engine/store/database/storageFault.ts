/** Tells whether a write to a database or file failed because space ran out or the disk cannot be written. Pure. */
import { sqliteFault } from '#engine/store/database/sqliteFaults'

export type StorageFault = 'noRoom' | 'cannotWrite'

/** Error codes of Node's file functions and of Postgres. */
const noRoom = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', '53100', '53200'])

/** The storage fault behind an error or its cause; null for any other kind of error. */
export function storageFault(thrown: unknown): StorageFault | null {
  const { code, cause } = Object(thrown) as { readonly code?: unknown; readonly cause?: unknown }
  const below = cause === undefined || cause === thrown ? null : storageFault(cause)
  const fault = sqliteFault(thrown)
  if (noRoom.has(code) || fault === 'noRoom' || below === 'noRoom') return 'noRoom'
  return fault === 'cannotWrite' ? fault : below
}
