/**
 * The form of the sealed file: a header in clear that says how its key is made of a passphrase, and the sealed entries.
 * The header also holds a check of the key, so that a wrong passphrase can be told from a file that was changed.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { keyBytes, seal, unseal } from '#engine/secrets/vaults/sealing'

export type Entries = ReadonlyMap<string, string>

/** Bounded: a file that somebody changed must not make the engine work, or take memory, for minutes. */
const derivation = z.object({
  salt: z.base64().min(16).max(128),
  cost: z.number().int().min(1024).max(1_048_576),
  blockSize: z.number().int().min(1).max(16),
  parallelization: z.number().int().min(1).max(4),
})
type Derivation = z.infer<typeof derivation>

const fileForm = z.object({
  format: z.literal('switchboard-vault'),
  version: z.literal(1),
  derivation,
  check: z.base64(),
  sealed: z.base64(),
})
type FileForm = z.infer<typeof fileForm>

const entriesForm = z.array(z.tuple([z.string(), z.string()]))
const context = 'switchboard-vault 1'

/** A key made of a passphrase, in the way that a file's header names. */
export interface FileKey {
  readonly derivation: Derivation
  readonly key: Buffer
  readonly check: Buffer
}

export function newDerivation(): Derivation {
  return { salt: randomBytes(16).toString('base64'), cost: 32_768, blockSize: 8, parallelization: 1 }
}

export function deriveKey(passphrase: string, way: Derivation): Promise<FileKey> {
  const { salt, cost, blockSize, parallelization } = way
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize }
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.from(salt, 'base64'), keyBytes * 2, options, (error, derived) => {
      if (error !== null) reject(error)
      else resolve({ derivation: way, key: derived.subarray(0, keyBytes), check: derived.subarray(keyBytes) })
    })
  })
}

/** Null when it is no sealed file. */
export function parseSealedFile(bytes: Buffer): FileForm | null {
  try {
    return fileForm.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}

export function isKeyOf(file: FileForm, key: FileKey): boolean {
  const check = Buffer.from(file.check, 'base64')
  return check.length === key.check.length && timingSafeEqual(check, key.check)
}

/** Null when the file was changed since it was sealed. */
export function openEntries(file: FileForm, key: FileKey): Entries | null {
  const content = unseal(key.key, Buffer.from(file.sealed, 'base64'), context)
  return content === null ? null : new Map(entriesForm.parse(JSON.parse(content.toString('utf8'))))
}

export function sealEntries(entries: Entries, key: FileKey): Buffer {
  const content = Buffer.from(JSON.stringify([...entries]))
  const file: FileForm = {
    format: 'switchboard-vault',
    version: 1,
    derivation: key.derivation,
    check: key.check.toString('base64'),
    sealed: seal(key.key, content, context).toString('base64'),
  }
  return Buffer.from(`${JSON.stringify(file)}\n`)
}
