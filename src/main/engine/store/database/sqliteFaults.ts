/** Explains the SQLite driver's error codes, in a file of its own, so that its users do not load the driver. Pure. */

/** `ofStatement`: the statement is at fault, not the database. */
export type SqliteFault = 'busy' | 'noRoom' | 'cannotWrite' | 'damaged' | 'brokenReference' | 'ofStatement' | 'other'

/** The first entry whose prefix matches the code applies. */
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

/** The fault behind an error; null if the error does not come from SQLite. */
export function sqliteFault(thrown: unknown): SqliteFault | null {
  const code = Object(thrown).code as unknown
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return null
  return faults.find(([start]) => code.startsWith(start))?.[1] ?? 'other'
}
