/**
 * `engine.json` in a data folder: which process has the folder, and where its control socket is. Only the engine with
 * the folder's lock writes it. A note that belongs to another user or cannot be read is ignored.
 */
import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { AppError, messageOf } from '#contract/errors'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { isOwn } from '#main/host/ownership'

export interface EngineNote {
  readonly pid: number
  /** The path of the control socket; null while the engine is starting. */
  readonly socket: string | null
}

export function noteFileIn(dataFolder: string): string {
  return join(dataFolder, 'engine.json')
}

/** Replaces the note in one step, so that readers see the old text or the new one, never part of either. */
export function writeEngineNote(dataFolder: string, note: EngineNote): void {
  const file = noteFileIn(dataFolder)
  const draft = `${file}.${process.pid}`
  try {
    // Creates a new file each time, because an existing one may be a link, or another user's.
    rmSync(draft, { force: true })
    writeFileSync(draft, JSON.stringify(note), { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } catch (thrown) {
    rmSync(draft, { force: true })
    const what = `Switchboard cannot write ${file}, which tells commands where the engine is: ${messageOf(thrown)}.`
    throw new AppError('FORBIDDEN', `${what} Remove that file, or make its folder writable.`, { cause: thrown })
  }
}

export function readEngineNote(dataFolder: string): EngineNote | null {
  try {
    // Two different paths may lead to the same folder.
    const folder = realpathSync(dataFolder)
    const file = noteFileIn(folder)
    return isOwn(folder, 'folder') && isOwn(file, 'file') ? parseEngineNote(readFileSync(file, 'utf8')) : null
  } catch {
    return null
  }
}

export function removeEngineNote(dataFolder: string): void {
  rmSync(noteFileIn(dataFolder), { force: true })
}

/** Throws if the text is not JSON. Pure. */
export function parseEngineNote(text: string): EngineNote | null {
  const note: unknown = JSON.parse(text)
  if (!isObject(note) || !Number.isInteger(note['pid'])) return null
  const { pid, socket } = note
  return { pid: Number(pid), socket: typeof socket === 'string' && isAbsolute(socket) ? socket : null }
}
