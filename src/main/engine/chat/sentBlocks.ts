/** Makes the stored blocks of a person's message. Attachments and resources are read when the message is sent. */
import type { Block, Part } from '#contract/chat/chat'
import { shortText } from '#contract/text/shortText'
import { readResource } from '#engine/chat/resourcePart'
import type { RunParts } from '#engine/chat/runs/runParts'
import { scopeOf } from '#engine/chat/runs/calls/scopeOf'
import type { ConversationRow } from '#engine/store/chat/chatStoreRows'

const titleLength = 60
/** The beginning of JSON arguments. Titles leave them out, because they do not help to recognise a conversation. */
const writtenArguments = /\{\s*["}]|\[\s*[[{"]/
const trailing = /(?<![\s:,])[\s:,]+$/

export async function sentBlocks(
  { attachments, router, redact }: Pick<RunParts, 'attachments' | 'router' | 'redact'>,
  { id, projectId, choice }: ConversationRow,
  parts: readonly Part[],
): Promise<Block[]> {
  const blockOf = async (part: Part): Promise<Block> => {
    switch (part.kind) {
      case 'text':
        return { kind: 'text', text: part.text }
      case 'resource':
        return readResource({ router, redact }, scopeOf(projectId, choice), id, part.uri)
      case 'attachment': {
        const { id: attachmentId, ...rest } = await attachments.find(id, part.attachmentId)
        return { kind: 'attachment', attachmentId, ...rest }
      }
    }
  }
  const blocks: Block[] = []
  for (const part of parts) blocks.push(await blockOf(part))
  return blocks
}

/** A conversation's title until a person renames it. */
export function titleOf(blocks: readonly Block[]): string {
  const [first] = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []))
  const named = blocks.flatMap((block) =>
    block.kind === 'attachment' || block.kind === 'resource' ? [block.name] : [],
  )
  const written = (first ?? named[0] ?? '').trim().split('\n')[0] ?? ''
  const end = written.search(writtenArguments)
  const line = (end === -1 ? written : written.slice(0, end).replace(trailing, '')) || written
  return shortText(line, titleLength)
}
