/** The driver of SQLite, libsql. No other file imports it; the codes of its errors are in `sqliteFaults`. */
import Libsql from 'libsql'
import ThreadedLibsql from 'libsql/promise'

export type SqliteConnection = Libsql.Database
export type SqliteRunResult = Libsql.RunResult
export type DriverStatement = Libsql.Statement

/** `waitMs`: how long another process may keep the lock. */
export function openSqlite(file: string, waitMs?: number): SqliteConnection {
  return new Libsql(file, waitMs === undefined ? {} : { timeout: waitMs })
}

/** Runs whole texts in a thread of the driver. */
export function openThreadedSqlite(file: string): ThreadedLibsql {
  return new ThreadedLibsql(file, {})
}
