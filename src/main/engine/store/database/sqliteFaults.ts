/** The meaning of the SQLite driver's error codes. Separate from the driver, so that asking does not load it. Pure. */

/** `ofStatement`: for the author of the statement to handle; the database is fine. */
export type SqliteFault = 'busy' | 'noRoom' | 'cannotWrite' | 'damaged' | 'brokenReference' | 'ofStatement' | 'other'

/** In order: the first prefix of a code applies. */
const faults: readonly (readonly [code: string, fault: SqliteFault])[] = [
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_FULL', 'noRoom'],
  ['SQLITE_IOERR', 'cannotWrite'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'brokenReference'],
  ['SQLITE_CONSTRAINT', 'ofStatement'],
  ['SQLITE_ERROR', 'ofStatement'],
]

/** Null: it is not an error of SQLite. */
export function sqliteFault(thrown: unknown): SqliteFault | null {
  const code = Object(thrown).code as unknown
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return null
  return faults.find(([start]) => code.startsWith(start))?.[1] ?? 'other'
}
