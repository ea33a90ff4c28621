/** Converts a tool's result for the Messages API: to texts and images, with a note for everything else. Pure. */
import type { ToolCallBlock } from '#contract/chat/chat'
import type { JsonObject } from '#contract/jsonRpc/jsonObject'
import { textIn } from '#engine/chat/requests/textIn'
import type { LoadedAttachments } from '#engine/chat/attachments/loadedAttachment'
import type { WireBlock } from '#engine/chat/models/modelClient'

/** The text for a call without a result. The model must know whether the call may have had an effect. */
export function outcomeText({ status, error, startedAt }: ToolCallBlock): string {
  switch (status) {
    case 'skipped':
      return startedAt === null
        ? 'The person skipped this call. It was not made.'
        : 'The person skipped this call: it is not made again. Its outcome is unknown. It may have been carried out.'
    case 'denied':
      return error ?? 'The person did not allow this call. It was not made.'
    case 'cancelled':
      return error ?? 'The call was cancelled. It may have been carried out in part.'
    case 'interrupted':
    case 'running':
      return 'The outcome of this call is unknown: Switchboard was closed while it was running. It may have been carried out.'
    case 'waiting':
    case 'writing':
      return 'The call was not made.'
    case 'failed':
    case 'succeeded':
      return error ?? '(no content)'
  }
}

/** The limits per result. Endpoints refuse requests with very many or very large images. */
const maxImages = 20
const maxImageBytes = 8_000_000

/** The images of a result that the model gets. A person sees all of them. */
export function imagesForModel({ result }: ToolCallBlock): ReadonlySet<string> {
  const ids = new Set<string>()
  let bytes = 0
  for (const content of result?.content ?? []) {
    const { attachmentId, bytes: size } = Object(content) as JsonObject
    if (typeof attachmentId !== 'string') continue
    bytes += Number(size)
    if (ids.size === maxImages || bytes > maxImageBytes) break
    ids.add(attachmentId)
  }
  return ids
}

export function resultContent(call: ToolCallBlock, loaded: LoadedAttachments): WireBlock[] {
  const { result } = call
  const shownImages = imagesForModel(call)
  if (result === null) return [{ type: 'text', text: outcomeText(call) }]
  const blocks = (result.content ?? []).map((content) =>
    contentBlock(Object(content) as JsonObject, loaded, shownImages),
  )
  const shown = blocks.filter((block) => block.type !== 'text' || String(block['text']).trim() !== '')
  if (shown.length > 0) return shown
  const text = result.structuredContent === undefined ? '(no content)' : JSON.stringify(result.structuredContent)
  return [{ type: 'text', text }]
}

function contentBlock(content: JsonObject, loaded: LoadedAttachments, shownImages: ReadonlySet<string>): WireBlock {
  const note = (text: string): WireBlock => ({ type: 'text', text })
  switch (content['type']) {
    case 'text':
      return note(textIn(content, 'text'))
    case 'image': {
      const id = String(content['attachmentId'])
      const image = shownImages.has(id) ? loaded.get(id) : undefined
      if (image === undefined) return note(`[An image (${String(content['mimeType'])}) that cannot be shown to you.]`)
      return { type: 'image', source: { type: 'base64', media_type: image.mediaType, data: image.data } }
    }
    case 'audio':
      return note(`[A recording (${String(content['mimeType'])}). The person can listen to it; you cannot.]`)
    case 'resource_link':
      return note(`[Link to the resource ${textIn(content, 'name')}: ${textIn(content, 'uri')}]`)
    case 'resource': {
      const resource = Object(content['resource']) as JsonObject
      const uri = String(resource['uri'])
      if (typeof resource['text'] === 'string')
        return note(`<resource uri=${JSON.stringify(uri)}>\n${resource['text']}\n</resource>`)
      return note(`[The resource ${uri} (${textIn(resource, 'mimeType', 'unknown type')}) is not text.]`)
    }
    default:
      return note(JSON.stringify(content))
  }
}
