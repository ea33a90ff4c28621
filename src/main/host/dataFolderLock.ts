/**
 * Allows one engine per data folder. The kernel keeps the lock: it is an exclusive transaction on `engine.lock`, open
 * for the engine's life, so the lock ends with the process, however the process exits. Never open `engine.lock` by
 * other means: closing any other handle of the file in this process would drop the lock (POSIX). The note beside the
 * file says which process has the lock.
 */
import { chmodSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, messageOf } from '#contract/errors'
import { openSqlite, type SqliteConnection } from '#engine/store/database/sqliteDriver'
import { sqliteFault } from '#engine/store/database/sqliteFaults'
import { clearControlPlace } from '#main/host/control/controlPlace'
import { noteFileIn, readEngineNote, removeEngineNote, writeEngineNote } from '#main/host/engineNote'
import { isOwn } from '#main/host/ownership'
import { prepareDataFolder } from '#main/host/prepareDataFolder'

export interface DataFolderLock {
  /** Writes where the control socket is, for clients. */
  announce(socket: string): void
  /** Idempotent. */
  release(): void
}

/** How long to keep trying. Engines that start together step back from each other until one of them gets the lock. */
const contentionMs = 500

/** Locks the folder, and creates it if needed. Throws `ENGINE_RUNNING` if another engine has it. */
export function lockDataFolder(dataFolder: string): DataFolderLock {
  prepareDataFolder(dataFolder)
  const database = takeLock(dataFolder)
  let held = true
  const release = () => {
    if (!held) return
    held = false
    removeEngineNote(dataFolder)
    database.exec('ROLLBACK')
    database.close()
  }
  try {
    // This process has the lock now, so an existing note is from an engine that died.
    const left = readEngineNote(dataFolder)?.socket ?? null
    if (left !== null) clearControlPlace(left)
    writeEngineNote(dataFolder, { pid: process.pid, socket: null })
  } catch (thrown) {
    database.close()
    throw thrown
  }
  return { announce: (socket) => writeEngineNote(dataFolder, { pid: process.pid, socket }), release }
}

function takeLock(dataFolder: string): SqliteConnection {
  const file = join(dataFolder, 'engine.lock')
  let database: SqliteConnection | null = null
  try {
    keepOthersOut(file)
    database = openSqlite(file, contentionMs)
    database.exec('PRAGMA journal_mode = OFF')
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (thrown) {
    database?.close()
    throw sqliteFault(thrown) === 'busy' ? engineRunning(dataFolder, thrown) : unusable(file, thrown)
  }
}

/**
 * Makes the lock file private, because a user who can read it can also lock it. An existing file is never opened: see
 * above.
 */
function keepOthersOut(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (thrown) {
    if (Object(thrown).code !== 'EEXIST') throw thrown
    if (isOwn(file, 'file')) chmodSync(file, 0o600)
  }
}

function engineRunning(dataFolder: string, cause: unknown): AppError {
  const pid = readEngineNote(dataFolder)?.pid ?? null
  const holder =
    pid === null
      ? `Another engine (${noteFileIn(dataFolder)} does not say which process) is running`
      : `Another engine (process ${pid}) is running`
  return new AppError('ENGINE_RUNNING', `${holder} on the data folder ${dataFolder}.`, { data: { pid }, cause })
}

function unusable(file: string, thrown: unknown): AppError {
  const message = `The lock file ${file} cannot be used: ${messageOf(thrown)}. It contains no data: remove it and start again.`
  return new AppError('CONFLICT', message, { data: { file }, cause: thrown })
}
