/**
 * The messages of a prompt as text for review. A server wrote them, so they go to the model only after the person sends
 * them. Pure.
 */
import { fieldsOf, type JsonObject } from '#contract/jsonRpc/jsonObject'

export interface PromptContent {
  readonly text: string
  readonly pictures: readonly { readonly mediaType: string; readonly data: string }[]
}

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function contentText(content: JsonObject): string | null {
  if (content['type'] === 'text') return stringOf(content['text'])
  if (content['type'] === 'resource') {
    const { uri, text } = fieldsOf(content['resource'])
    return typeof text === 'string' ? `${stringOf(uri) ?? ''}\n\n${text}`.trim() : stringOf(uri)
  }
  return content['type'] === 'resource_link' ? stringOf(content['uri']) : null
}

export function promptContent(messages: readonly unknown[]): PromptContent {
  const texts: string[] = []
  const pictures: { mediaType: string; data: string }[] = []
  for (const message of messages) {
    const { role, content } = fieldsOf(message)
    for (const one of Array.isArray(content) ? content : [content]) {
      const fields = fieldsOf(one)
      const { type, data, mimeType } = fields
      if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
        pictures.push({ mediaType: mimeType, data })
      const text = contentText(fields)
      if (text !== null && text !== '') texts.push(role === 'assistant' ? `You answered:\n\n${text}` : text)
    }
  }
  return { text: texts.join('\n\n'), pictures }
}
