/** Whether something could not be stored for want of room, or of a disk that can be written: in each database, and in files. Pure. */
import { sqliteFault } from '#engine/store/database/sqliteFaults'

export type StorageFault = 'noRoom' | 'cannotWrite'

/** Of files, and of Postgres. */
const noRoom = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', '53100', '53200'])

/** Looks into what it came from, too. Null: it is something else. */
export function storageFault(thrown: unknown): StorageFault | null {
  const { code, cause } = Object(thrown) as { readonly code?: unknown; readonly cause?: unknown }
  const below = cause === undefined || cause === thrown ? null : storageFault(cause)
  const fault = sqliteFault(thrown)
  if (noRoom.has(code) || fault === 'noRoom' || below === 'noRoom') return 'noRoom'
  return fault === 'cannotWrite' ? fault : below
}
