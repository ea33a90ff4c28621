/** The SQLite driver, libsql. No other file imports it. Its error codes are explained in `sqliteFaults`. */
import Libsql from 'libsql'
import ThreadedLibsql from 'libsql/promise'

export interface SqliteRunResult {
  readonly changes: number
  readonly lastInsertRowid: number | bigint
}

export interface DriverStatement {
  /** Whether the statement returns rows. */
  readonly reader: boolean
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): SqliteRunResult
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>
}

export interface SqliteConnection {
  prepare(text: string): DriverStatement
  exec(text: string): void
  close(): void
}

/** Runs whole scripts in the driver's own thread. */
export interface ThreadedConnection {
  exec(text: string): Promise<void>
  close(): void
}

/** `waitMs`: how long to wait while another process holds the lock. */
export function openSqlite(file: string, waitMs?: number): SqliteConnection {
  return new Libsql(file, waitMs === undefined ? {} : { timeout: waitMs })
}

export function openThreadedSqlite(file: string): ThreadedConnection {
  return new ThreadedLibsql(file, {})
}
