/** Decides which cached code may run. V8 itself accepts any. Pure. */
import { crc32 } from 'node:zlib'

export interface Owned {
  readonly uid: number
  readonly mode: number
}

export interface Trust {
  /** Facts about the file that was compiled. */
  readonly code: Owned
  /** This user's id; null if the system has no user ids (Windows). */
  readonly user: number | null
}

const othersMayWrite = 0o022
const headBytes = 8

/** Cached code runs instead of the code itself, so only users who can write the code may be able to write the cache. */
export function isOursAlone({ uid, mode }: Owned, { code, user }: Trust): boolean {
  return user === null || ((uid === user || uid === code.uid) && (mode & othersMayWrite) === 0)
}

/** The compiled code, after checksums of the source and of the compiled code. */
export function keptText(compiled: Buffer, source: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(crc32(source), 0)
  head.writeUInt32LE(crc32(compiled), 4)
  return Buffer.concat([head, compiled])
}

/** The compiled code; null if it was compiled from another source, or is incomplete. */
export function readKept(kept: Buffer, source: Buffer): Buffer | null {
  if (kept.length <= headBytes) return null
  const compiled = kept.subarray(headBytes)
  const fits = kept.readUInt32LE(0) === crc32(source) && kept.readUInt32LE(4) === crc32(compiled)
  return fits ? compiled : null
}
