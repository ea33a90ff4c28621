/**
 * The journal: recorded calls on their way into the store, in files of the data folder. Batches are appended at the end
 * and taken from the beginning. The files outlive the process. After a restart, a batch that was taken but not removed
 * is returned again.
 */
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '#contract/errors'
import type { Log } from '#engine/ports'
import { type JournalBatch, journalText, readJournalText } from '#engine/records/journalText'
import type { SetAside } from '#engine/store/setAside'

export interface CallJournalOptions {
  readonly dataFolder: string
  readonly log: Log
  readonly setAside: Pick<SetAside, 'take'>
  /** The size of a file at which a new one is started. */
  readonly fileBytes?: number
}

interface JournalFile {
  readonly path: string
  readonly handle: FileHandle
  size: number
  /** The offset before which all batches have been removed. */
  readFrom: number
}

const usualFileBytes = 16_000_000
/** Each batch is preceded by its length in bytes, in this many digits, and a line break. */
const lengthDigits = 10
const headBytes = lengthDigits + 1
const headPattern = /^\d{10}\n$/
const namePattern = /^\d{8}\.journal$/

export class CallJournal {
  readonly #folder: string
  readonly #fileBytes: number
  readonly #log: Log
  readonly #aside: CallJournalOptions['setAside']
  /** The journal's files, oldest first. Batches are written to the last one. */
  #files: JournalFile[] = []
  #number = 0
  #next: { readonly batch: JournalBatch; readonly bytes: number } | null = null
  /** The last file operation. Each operation waits for the one before. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor({ dataFolder, log, setAside, fileBytes = usualFileBytes }: CallJournalOptions) {
    this.#folder = join(dataFolder, 'journal')
    this.#fileBytes = fileBytes
    this.#log = log
    this.#aside = setAside
  }

  /** How many bytes of batches are still in the journal. */
  get bytes(): number {
    return this.#files.reduce((sum, { size, readFrom }) => sum + size - readFrom, 0)
  }

  /** Opens the files that an earlier process left. */
  async open(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names.filter((one) => namePattern.test(one)).toSorted()) {
      const path = join(this.#folder, name)
      this.#files.push({ path, handle: await open(path, 'r+'), size: (await stat(path)).size, readFrom: 0 })
      this.#number = Number.parseInt(name, 10)
    }
  }

  /**
   * Resolves when the batches would outlive the process. If they cannot be written completely, none of them is stored.
   */
  append(batches: readonly JournalBatch[]): Promise<void> {
    return this.#inTurn(async () => {
      const file = await this.#writable()
      const pieces = batches.map(pieceOf)
      try {
        await writeAll(file.handle, pieces, file.size)
      } catch (thrown) {
        await file.handle.truncate(file.size).catch(() => undefined)
        throw thrown
      }
      file.size += lengthOf(pieces)
    })
  }

  /** Returns the oldest batch and keeps it until `removeNext`. Null if the journal is empty. */
  next(): Promise<JournalBatch | null> {
    return this.#inTurn(async () => {
      while (this.#next === null) {
        const [file] = this.#files
        if (file === undefined || (file.readFrom >= file.size && this.#files.length === 1)) return null
        if (file.readFrom < file.size) await this.#read(file)
        else await this.#leave(file)
      }
      return this.#next.batch
    })
  }

  /** Removes the batch that `next` returned last. Returns its length in bytes. */
  removeNext(): Promise<number> {
    return this.#inTurn(async () => {
      const [file] = this.#files
      if (this.#next === null || file === undefined) return 0
      const { bytes } = this.#next
      this.#next = null
      file.readFrom += bytes
      if (file.readFrom < file.size) return bytes
      if (this.#files.length > 1) await this.#leave(file)
      else {
        await file.handle.truncate(0)
        file.size = 0
        file.readFrom = 0
      }
      return bytes
    })
  }

  /** Closes the files. Batches stay in them for the next start. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      const files = this.#files.splice(0)
      for (const { handle, path, size } of files) {
        await handle.close()
        if (size === 0) await rm(path, { force: true })
      }
    })
  }

  async #read(file: JournalFile): Promise<void> {
    try {
      const left = file.size - file.readFrom - headBytes
      const head = left < 0 ? '' : (await readAll(file.handle, headBytes, file.readFrom)).toString('latin1')
      if (left >= 0 && !headPattern.test(head)) throw new Error('there is no valid batch header at this position')
      const bytes = Number(head)
      if (left < bytes) return await this.#setAside(file, 'the last calls before a crash were not recorded completely')
      const body = await readAll(file.handle, bytes, file.readFrom + headBytes)
      this.#next = { batch: readJournalText(body.toString()), bytes: headBytes + bytes }
    } catch (thrown) {
      this.#log.error(
        { path: file.path, at: file.readFrom, reason: messageOf(thrown) },
        'a file of recorded calls cannot be read; its calls are missing from the list, and the file is kept',
      )
      await this.#setAside(file, 'a file of recorded calls cannot be read')
    }
  }

  /** Keeps a damaged file, because a person may want to look into it. Batches in other files are not affected. */
  async #setAside(file: JournalFile, why: string): Promise<void> {
    this.#files.shift()
    await file.handle.close()
    await this.#aside.take([file.path], why)
  }

  async #leave(file: JournalFile): Promise<void> {
    this.#files.shift()
    await file.handle.close()
    await rm(file.path, { force: true })
  }

  async #writable(): Promise<JournalFile> {
    const last = this.#files.at(-1)
    if (last !== undefined && last.size < this.#fileBytes) return last
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    this.#number += 1
    const path = join(this.#folder, `${String(this.#number).padStart(8, '0')}.journal`)
    const file = { path, handle: await open(path, 'wx+', 0o600), size: 0, readFrom: 0 }
    this.#files.push(file)
    return file
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }
}

function pieceOf(batch: JournalBatch): Buffer {
  const body = journalText(batch)
  return Buffer.from(`${String(Buffer.byteLength(body)).padStart(lengthDigits, '0')}\n${body}`)
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/** Writes with one system call, or more if the system writes less than asked. */
async function writeAll(handle: FileHandle, pieces: readonly Buffer[], position: number): Promise<void> {
  let left = pieces
  for (let at = position; left.length > 0;) {
    const { bytesWritten } = await handle.writev(left, at)
    at += bytesWritten
    left = withoutFirst(left, bytesWritten)
  }
}

function withoutFirst(pieces: readonly Buffer[], bytes: number): Buffer[] {
  let left = bytes
  return pieces.flatMap((piece) => {
    const cut = Math.min(left, piece.length)
    left -= cut
    return cut === piece.length ? [] : [piece.subarray(cut)]
  })
}

async function readAll(handle: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let read = 0; read < length;) {
    const { bytesRead } = await handle.read(bytes, read, length - read, position + read)
    if (bytesRead === 0) throw new Error('it ends in the middle of a batch')
    read += bytesRead
  }
  return bytes
}
