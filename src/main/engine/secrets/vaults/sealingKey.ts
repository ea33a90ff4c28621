/**
 * Derives a key from a passphrase. A plain header says how. The header also contains a check of the key, so that a
 * wrong passphrase can be distinguished from changed bytes.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { keyBytes } from '#engine/secrets/vaults/sealing'

/**
 * Limits on the derivation, so that a manipulated header cannot make the engine compute for minutes or use up memory.
 */
const derivationForm = z.object({
  salt: z.base64().min(16).max(128),
  cost: z.number().int().min(1024).max(1_048_576),
  blockSize: z.number().int().min(1).max(16),
  parallelization: z.number().int().min(1).max(4),
})
type Derivation = z.infer<typeof derivationForm>

export const keyHeader = z.object({ derivation: derivationForm, check: z.base64() })
export type KeyHeader = z.infer<typeof keyHeader>

export interface SealingKey {
  readonly derivation: Derivation
  readonly key: Buffer
  readonly check: Buffer
}

/** Derives keys from one passphrase. That is slow on purpose, so the last key is remembered. */
export function createKeyMaker(passphrase: string) {
  let last: { readonly way: string; readonly key: Promise<SealingKey> } | null = null
  return (derivation: Derivation = newDerivation()): Promise<SealingKey> => {
    const way = JSON.stringify(derivation)
    if (last?.way === way) return last.key
    const made = { way, key: deriveKey(passphrase, derivation) }
    last = made
    made.key.catch(() => {
      if (last === made) last = null
    })
    return made.key
  }
}

export function headerOf({ derivation, check }: SealingKey): KeyHeader {
  return { derivation, check: check.toString('base64') }
}

export function isKeyOf(header: KeyHeader, key: SealingKey): boolean {
  const check = Buffer.from(header.check, 'base64')
  return check.length === key.check.length && timingSafeEqual(check, key.check)
}

function newDerivation(): Derivation {
  return { salt: randomBytes(16).toString('base64'), cost: 32_768, blockSize: 8, parallelization: 1 }
}

function deriveKey(passphrase: string, way: Derivation): Promise<SealingKey> {
  const { salt, cost, blockSize, parallelization } = way
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize }
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.from(salt, 'base64'), keyBytes * 2, options, (error, derived) => {
      if (error !== null) reject(error)
      else resolve({ derivation: way, key: derived.subarray(0, keyBytes), check: derived.subarray(keyBytes) })
    })
  })
}
