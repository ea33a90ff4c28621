/**
 * Stores texts that are too large for a row in files of the data folder, one for each part of a call. File names sort
 * by time.
 */
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallPart, TextPage } from '#contract/tools/callText'
import { characterStart, nextCharacterStart } from '#engine/structures/textCap'

/** How many bytes are read beyond a page, so that its last character is complete. No UTF-8 character is longer. */
const margin = 4
/** Other files in the folder are left alone. */
const namePattern = /^[0-9a-z]{20}\.(?:arguments|result)(?:\.partial)?$/

export class KeptFiles {
  readonly #folder: string
  #made: Promise<unknown> | null = null

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'results')
  }

  async write(id: string, part: CallPart, text: string): Promise<void> {
    this.#made ??= mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#made
    const path = this.#path(id, part)
    // A file gets its final name only once it is complete, even if the process is killed meanwhile.
    await writeFile(`${path}.partial`, text, { mode: 0o600 })
    await rename(`${path}.partial`, path)
  }

  /** A page of a text; null if the text is not stored here. */
  async read(id: string, part: CallPart, offset: number, bytes: number): Promise<TextPage | null> {
    const file = await open(this.#path(id, part)).catch(() => null)
    if (file === null) return null
    try {
      const { size } = await file.stat()
      const window = Buffer.alloc(Math.max(0, Math.min(bytes + margin, size - offset)))
      await file.read(window, 0, window.length, offset)
      return pageOf(window, offset, bytes, size)
    } finally {
      await file.close()
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    const paths = ids.flatMap((id) => [this.#path(id, 'arguments'), this.#path(id, 'result')])
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }

  /**
   * Removes files from before `firstId`, then the oldest until the rest has at most `maxBytes`. Returns how many were
   * removed.
   */
  async sweep(maxBytes: number, firstId: string): Promise<number> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => namePattern.test(name))
    let kept = 0
    let removed = 0
    // Newest first.
    for (const name of names.toSorted((one, other) => (one < other ? 1 : -1))) {
      const path = join(this.#folder, name)
      kept += (await stat(path).catch(() => null))?.size ?? 0
      if (kept <= maxBytes && name > firstId) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }

  #path(id: string, part: CallPart): string {
    return join(this.#folder, `${id}.${part}`)
  }
}

/** The page at `offset` of a text that is in memory. */
export function pageOfText(text: string, offset: number, bytes: number): TextPage {
  const whole = Buffer.from(text)
  return pageOf(whole.subarray(offset, offset + bytes + margin), offset, bytes, whole.length)
}

/** `window`: the bytes from `offset` on, including a few beyond the page if the text has them. */
function pageOf(window: Buffer, offset: number, bytes: number, size: number): TextPage {
  const start = nextCharacterStart(window, 0)
  const end = characterStart(window, Math.min(window.length, bytes))
  const next = offset + end
  return {
    text: window.toString('utf8', start, end),
    offset: offset + start,
    bytes: size,
    next: next < size ? next : null,
  }
}
