/**
 * Moves unknown files of the data folder to `set-aside/DATE`, and back when they are known again. They are never
 * deleted, because the store that does not know them may be the wrong one.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Clock, Log } from '#engine/ports'

export interface SetAsideOptions {
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
}

export function setAsideFolder(dataFolder: string): string {
  return join(dataFolder, 'set-aside')
}

export class SetAside {
  readonly #options: SetAsideOptions
  readonly #folder: string

  constructor(options: SetAsideOptions) {
    this.#options = options
    this.#folder = setAsideFolder(options.dataFolder)
  }

  /** Moves files or folders out of the data folder. `why` begins the log line. `within` names a subfolder for them. */
  async take(paths: readonly string[], why: string, within = ''): Promise<void> {
    const { dataFolder, clock, log } = this.#options
    const folder = join(this.#folder, new Date(clock.now()).toISOString().slice(0, 10), within)
    const moved: string[] = []
    for (const path of paths) {
      const place = freePlace(join(folder, relative(dataFolder, path)))
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      if (await isMoved(path, place)) moved.push(place)
    }
    if (moved.length === 0) return
    log.warn({ files: moved.length, first: moved[0] }, `${why}: set aside in ${folder}, nothing was deleted`)
  }

  /** Moves the wanted files back into `folder`, unless a file of that name exists. Returns how many were moved. */
  async bringBack(folder: string, isWanted: (name: string) => boolean, within = ''): Promise<number> {
    const { dataFolder, log } = this.#options
    let back = 0
    for (const date of await namesIn(this.#folder)) {
      const from = join(this.#folder, date, within, folder)
      for (const name of (await namesIn(from)).filter(isWanted)) {
        const place = join(dataFolder, folder, name)
        if (existsSync(place)) continue
        await mkdir(dirname(place), { recursive: true, mode: 0o700 })
        if (await isMoved(join(from, name), place)) back += 1
      }
    }
    if (back > 0)
      log.info({ folder, files: back }, 'files that had been set aside are known again and were brought back')
    return back
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/** Moves a file. Returns false if it no longer exists. */
async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw thrown
  }
}

function freePlace(path: string): string {
  let free = path
  for (let number = 2; existsSync(free); number += 1) free = `${path}-${number}`
  return free
}
