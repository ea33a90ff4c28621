/** Which kept code is run: V8 itself trusts whatever it is given. Pure. */
import { crc32 } from 'node:zlib'

export interface Owned {
  readonly uid: number
  readonly mode: number
}

export interface Trust {
  /** The file that was compiled. */
  readonly code: Owned
  /** Null where the system tells no users apart by number (Windows). */
  readonly user: number | null
}

const othersMayWrite = 0o022
const headBytes = 8

/** Kept code is run in place of the code itself, so nobody may have written it who could not write that. */
export function isOursAlone({ uid, mode }: Owned, { code, user }: Trust): boolean {
  return user === null || ((uid === user || uid === code.uid) && (mode & othersMayWrite) === 0)
}

/** Behind the sums of what was compiled and of what came of it. */
export function keptText(compiled: Buffer, source: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(crc32(source), 0)
  head.writeUInt32LE(crc32(compiled), 4)
  return Buffer.concat([head, compiled])
}

/** Null for what was compiled from another text, or is not whole. */
export function readKept(kept: Buffer, source: Buffer): Buffer | null {
  if (kept.length <= headBytes) return null
  const compiled = kept.subarray(headBytes)
  const fits = kept.readUInt32LE(0) === crc32(source) && kept.readUInt32LE(4) === crc32(compiled)
  return fits ? compiled : null
}
