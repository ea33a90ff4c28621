/**
 * Where an engine puts its control socket. Clients read the path from the engine's note (`engineNote`) and never derive
 * it themselves.
 */
import { randomBytes } from 'node:crypto'
import { lstatSync, mkdtempSync, realpathSync, rmdirSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { AppError, messageOf } from '#contract/errors'
import { isOwn } from '#main/host/ownership'

/** The longest path. The kernel's limit is 108 bytes on Linux and 104 on macOS, including the closing zero. */
const maxSocketPathBytes = 100
const socketName = 'control.sock'
const folderPrefix = 'switchboard-'

/**
 * Returns the socket's path: in the data folder, if the kernel accepts that path and nothing is in the way, otherwise
 * in a new private folder, whose name cannot be known in advance. The caller has the data folder's lock, so an existing
 * socket belongs to an engine that is gone.
 */
export function makeControlPlace(dataFolder: string): string {
  if (process.platform === 'win32') return String.raw`\\.\pipe\switchboard-${randomBytes(16).toString('hex')}`
  const inside = join(realpathSync(dataFolder), socketName)
  return fits(inside) && isCleared(inside) ? inside : join(makePrivateFolder(), socketName)
}

/** Removes an unused socket folder, if it belongs to this user and contains nothing else. */
export function clearControlPlace(path: string): void {
  const folder = dirname(path)
  if (process.platform === 'win32' || basename(path) !== socketName || !isOwn(folder, 'folder')) return
  try {
    if (isOwn(path, 'socket')) unlinkSync(path)
    if (basename(folder).startsWith(folderPrefix)) rmdirSync(folder)
  } catch {
    // The folder contains something else, so it stays.
  }
}

function makePrivateFolder(): string {
  let reason = 'its path is too long for a socket'
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    if (!fits(join(parent, `${folderPrefix}XXXXXX`, socketName))) continue
    try {
      return mkdtempSync(join(parent, folderPrefix))
    } catch (thrown) {
      reason = messageOf(thrown)
    }
  }
  const message = `Could not create a private folder for the control socket in ${tmpdir()}: ${reason}. Set TMPDIR to another folder.`
  throw new AppError('FORBIDDEN', message)
}

function fits(path: string): boolean {
  return Buffer.byteLength(path) <= maxSocketPathBytes
}

function isCleared(path: string): boolean {
  try {
    // A file that is not a socket was put there on purpose.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() === false) return false
    rmSync(path, { force: true })
    return true
  } catch {
    return false
  }
}
