/** Decides an attachment's kind, and its size limit. Pure. */
import { maxAttachmentBytes } from '#contract/chat/attachmentLimit'

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** The limits on size, as the models have them. */
const maxImageBytes = 5_000_000
const maxTextBytes = 1_000_000

/**
 * The media type, by the bytes where possible, because models refuse an image with a wrong type. Null if no model
 * accepts the bytes.
 */
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

/** Whether the attachment is sent to the model as text. */
export function isInWords(kind: string): boolean {
  return !isImage(kind) && kind !== 'application/pdf'
}

export function maxBytesOf(kind: string): number {
  if (isImage(kind)) return maxImageBytes
  return isInWords(kind) ? maxTextBytes : maxAttachmentBytes
}
