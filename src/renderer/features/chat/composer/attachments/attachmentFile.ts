/** Decides which files can be attached, and with which media type. */
import { maxAttachmentBytes } from '#contract/chat/attachmentLimit'

const binaryTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'])
const chunkBytes = 0x80_00

export const attachmentLimits = 'PNG, JPEG, GIF, WebP, PDF or text, up to 20 MB each'
/** The types offered by the file picker, which may still return files of other types. */
export const attachmentTypes =
  'image/png,image/jpeg,image/gif,image/webp,application/pdf,text/*,.md,.json,.yaml,.csv,.log'

export interface ReadFile {
  readonly name: string
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

type FileLike = Pick<File, 'name' | 'type' | 'size' | 'arrayBuffer'>

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes))
  return btoa(text)
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** Reads a file. Throws an error with a message for the person if the file cannot be sent. */
export async function readAttachment(file: FileLike): Promise<ReadFile> {
  const name = file.name.trim().slice(-255) || 'pasted'
  if (file.size > maxAttachmentBytes) throw new Error(`${name} is larger than 20 MB.`)
  if (file.size === 0) throw new Error(`${name} is empty.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const known = binaryTypes.has(file.type)
  if (!known && !isText(bytes)) throw new Error(`${name} isn’t supported. Use ${attachmentLimits}.`)
  const mediaType = known ? file.type : file.type.startsWith('text/') ? (file.type.split(';')[0] ?? '') : 'text/plain'
  return { name, mediaType, data: base64Of(bytes) }
}
