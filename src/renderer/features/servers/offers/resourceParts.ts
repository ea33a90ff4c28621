/** The content of a resource as parts that are safe to show: text, pictures of known types, and files to save. Pure. */
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { prettyJson } from '#renderer/model/calls/prettyJson.ts'
import { decodedBytes, type ResultPart, resultParts } from '#renderer/model/tools/resultParts.ts'

export interface SavedFile {
  readonly name: string
  readonly mediaType: string
  /** Base64, as the server sent it. */
  readonly data: string
  readonly bytes: number
}

export type ReadPart =
  | { readonly kind: 'shown'; readonly uri: string | null; readonly parts: readonly ResultPart[] }
  | { readonly kind: 'file'; readonly uri: string | null; readonly file: SavedFile }

const isJson = (mediaType: unknown) => typeof mediaType === 'string' && /^[^;]*[/+]json\b/i.test(mediaType)
const maxNameLength = 100

export function readParts(contents: readonly unknown[]): ReadPart[] {
  return contents.map((content): ReadPart => {
    const { uri: given, text, blob, mimeType } = fieldsOf(content)
    const uri = typeof given === 'string' ? given : null
    const shown = (...blocks: unknown[]): ReadPart => ({ kind: 'shown', uri, parts: resultParts({ content: blocks }) })
    if (typeof text === 'string') return shown({ type: 'text', text: isJson(mimeType) ? prettyJson(text) : text })
    if (typeof blob !== 'string') return shown(content)
    const picture = shown({ type: 'image', data: blob, mimeType })
    if (picture.kind === 'shown' && picture.parts[0]?.kind === 'image') return picture
    const mediaType = typeof mimeType === 'string' ? mimeType : 'application/octet-stream'
    return { kind: 'file', uri, file: { name: fileName(uri), mediaType, data: blob, bytes: decodedBytes(blob) } }
  })
}

/** A file name from the end of the URI's path, without characters that have a meaning for file systems. */
function fileName(uri: string | null): string {
  const [path = ''] = (uri ?? '').split(/[?#]/)
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  const name = last.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '')
  return name === '' ? 'resource.bin' : name.slice(-maxNameLength)
}

/** One message of a prompt, with its role. */
export interface PromptLine {
  readonly role: string
  readonly parts: readonly ReadPart[]
}

export function promptLines(messages: readonly unknown[]): PromptLine[] {
  return messages.map((message) => {
    const { role, content } = fieldsOf(message)
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
    const parts = blocks.flatMap((block): ReadPart[] => {
      const { type, resource } = fieldsOf(block)
      if (type === 'resource') return readParts([resource])
      return [{ kind: 'shown', uri: null, parts: resultParts({ content: [block] }) }]
    })
    return { role: typeof role === 'string' ? role.slice(0, 40) : 'unknown', parts }
  })
}
