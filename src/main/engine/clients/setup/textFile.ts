/** A client's file: read as a whole, copied before a change, and replaced in one step. Symbolic links are followed. */
import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError, messageOf } from '#contract/errors'

export interface TextFile {
  readonly path: string
  /** The file that is written, after following links. */
  readonly target: string
  readonly text: string
  readonly bytes: Buffer | null
  readonly mode: number
}

/** The largest file that is read. No person writes that many servers by hand. */
const maxBytes = 64 * 1024 * 1024
const newFileMode = 0o600

/** A missing file counts as empty, and its `bytes` are null. */
export async function readTextFile(path: string): Promise<TextFile> {
  const target = await targetOf(path)
  const facts = await stat(target).catch(ignoreMissing)
  if (facts === null) return { path, target, text: '', bytes: null, mode: newFileMode }
  if (!facts.isFile()) throw refused(path, 'it is not a file')
  if (facts.size > maxBytes) throw refused(path, `it is larger than ${maxBytes / 1024 / 1024} MB`)
  const bytes = await readFile(target).catch((thrown: unknown) => {
    throw refused(path, messageOf(thrown))
  })
  return { path, target, text: decode(path, bytes), bytes, mode: facts.mode & 0o777 }
}

/**
 * Writes `text`, or removes the file if it is null. Returns the path of the copy that was made first; null if there was
 * nothing to copy.
 */
export async function changeTextFile(file: TextFile, text: string | null, stamp: string): Promise<string | null> {
  // Checks the owner's own permission: an administrator could write the file anyway, but should not.
  if (file.bytes !== null && (file.mode & 0o200) === 0) throw forbidden(file.path, 'it is read-only')
  try {
    const backup = await copyBefore(file, stamp)
    if (text === null) {
      await stillSame(file)
      await rm(file.target, { force: true })
    } else await replace(file, text)
    return backup
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : forbidden(file.path, messageOf(thrown))
  }
}

async function copyBefore({ path, target, bytes }: TextFile, stamp: string): Promise<string | null> {
  if (bytes === null) return null
  const base = `${path}.switchboard-backup-${stamp}`
  for (let number = 1; ; number += 1) {
    const backup = number === 1 ? base : `${base}-${number}`
    try {
      await copyFile(target, backup, constants.COPYFILE_EXCL)
      return backup
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
    }
  }
}

/** Replaces the file so that a reader sees the old text or the new one, never half of it. */
async function replace(file: TextFile, text: string): Promise<void> {
  await mkdir(dirname(file.target), { recursive: true })
  const draft = `${file.target}.switchboard-${process.pid}`
  try {
    const handle = await open(draft, 'w', file.mode)
    try {
      await handle.writeFile(text)
      await handle.chmod(file.mode)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await stillSame(file)
    await rename(draft, file.target)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Rejects if the file was changed since it was read: the client may write it any time, and no change may be lost. */
async function stillSame({ path, target, bytes }: TextFile): Promise<void> {
  const now = await readFile(target).catch(ignoreMissing)
  const isSame = bytes === null || now === null ? bytes === now : bytes.equals(now)
  if (!isSame)
    throw new AppError(
      'CONFLICT',
      `${path} was changed by another program at the same time. Nothing was written. Try again.`,
    )
}

async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (thrown) {
    ignoreMissing(thrown)
    const link = await lstat(path).catch(ignoreMissing)
    if (link?.isSymbolicLink() === true) throw refused(path, 'it is a broken link')
    return path
  }
}

function ignoreMissing(thrown: unknown): null {
  const { code } = thrown as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  throw thrown
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw refused(path, 'it is not UTF-8 text')
  }
}

export function refused(path: string, reason: string): AppError {
  return new AppError('INVALID_INPUT', `${path} cannot be changed: ${reason}. Nothing was written.`)
}

function forbidden(path: string, reason: string): AppError {
  return new AppError('FORBIDDEN', `${path} cannot be written: ${reason}.`)
}
