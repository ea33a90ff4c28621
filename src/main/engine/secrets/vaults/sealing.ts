/** Seals bytes with AES-256-GCM: they cannot be read without the key, and every change is detected. Pure. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * `context` is not part of the result, but the same context is needed to open it, so sealed bytes cannot be moved
 * elsewhere.
 */
export function seal(key: Buffer, content: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Null if the key or the context differs, or the bytes were changed. */
export function unseal(key: Buffer, sealed: Buffer, context: string): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
