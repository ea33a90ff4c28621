/**
 * One engine per data folder. The lock is the kernel's: an exclusive transaction on `engine.lock`, held for the engine's
 * life, so it ends with the process however that ends. Never read `engine.lock` by other means: closing any other
 * handle of the file in this process would drop the lock (POSIX). Who holds it stands in `engine.json`, for people only.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { AppError } from '#contract/errors'

export interface DataFolderLock {
  /** Idempotent. */
  release(): void
}

/** Starters that arrive together step back from each other; within this time one of them has it. */
const contentionMs = 500

/** Takes the folder, making it if need be. Throws `ENGINE_RUNNING` when another engine has it. */
export function lockDataFolder(dataFolder: string): DataFolderLock {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const holderFile = join(dataFolder, 'engine.json')
  const database = new Database(join(dataFolder, 'engine.lock'), { timeout: contentionMs })
  try {
    database.exec('PRAGMA journal_mode = OFF')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    throw engineRunning(dataFolder, readHolder(holderFile), error)
  }
  const ownText = JSON.stringify({ pid: process.pid })
  writeWhole(holderFile, ownText)
  let held = true
  return {
    release() {
      if (!held) return
      held = false
      rmSync(holderFile, { force: true })
      database.exec('ROLLBACK')
      database.close()
    },
  }
}

function engineRunning(dataFolder: string, pid: number | null, cause: unknown): AppError {
  const holder = pid === null ? 'Another engine' : `Another engine (process ${pid})`
  return new AppError('ENGINE_RUNNING', `${holder} runs on the data folder ${dataFolder}.`, { data: { pid }, cause })
}

function isBusy(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY')
}

function readHolder(file: string): number | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const pid = typeof holder === 'object' && holder !== null && 'pid' in holder ? holder.pid : null
    return typeof pid === 'number' ? pid : null
  } catch {
    return null // The winner of a race may not have written it yet.
  }
}

/** Readers see the old text or the new one, never half of it. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}
