/** What an attachment is, and how large one of its kind may be. Pure. */
import { mostAttachmentBytes } from '#contract/chat/attachmentLimit'

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** What models take. */
const mostImageBytes = 5_000_000
const mostTextBytes = 1_000_000

/** By its bytes where they tell: what models are told an image is has to be true. Null for what nobody can read. */
export function kindOf(mediaType: string, data: Buffer): string | null {
  const head = data.subarray(0, 12)
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (/^GIF8[79]a/.test(head.toString('latin1'))) return 'image/gif'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf'
  if (mediaType.startsWith('image/') || mediaType === 'application/pdf') return null
  return isText(data) ? textType(mediaType) : null
}

function isText(data: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(data).includes('\0')
  } catch {
    return false
  }
}

function textType(mediaType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'text/plain'
}

export function isImage(kind: string): boolean {
  return images.has(kind)
}

/** It goes to the model as what it says, not as its bytes. */
export function isInWords(kind: string): boolean {
  return !isImage(kind) && kind !== 'application/pdf'
}

export function mostBytesOf(kind: string): number {
  if (isImage(kind)) return mostImageBytes
  return isInWords(kind) ? mostTextBytes : mostAttachmentBytes
}
