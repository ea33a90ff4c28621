/** A file sent with a message: pictures are shown, and every file can be saved. */
import { useQuery } from '@tanstack/react-query'
import { File, FileText } from 'lucide-react'
import type { Block } from '#contract/chat/chat'
import { sizeText } from '#renderer/model/calls/callWords.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** The types of pictures that are shown. SVG is excluded, because it can contain scripts and external references. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

type Attachment = Extract<Block, { kind: 'attachment' }>

function Picture({ block }: { block: Attachment }) {
  const { queries } = useEngine()
  const { data } = useQuery({
    ...queries.chat.attachment.queryOptions({ input: { id: block.attachmentId } }),
    gcTime: 60_000,
  })
  if (data === undefined) return <div className="h-40 w-56 animate-breathe rounded-lg border border-line bg-canvas" />
  return (
    <img
      src={`data:${block.mediaType};base64,${data.data}`}
      alt={visibleText(block.name)}
      className="max-h-72 max-w-full rounded-lg border border-line bg-canvas object-contain"
    />
  )
}

export function AttachmentChip({ block }: { block: Attachment }) {
  if (pictures.has(block.mediaType)) return <Picture block={block} />
  const Icon = block.mediaType.startsWith('text/') ? FileText : File
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-lg border border-line bg-raised px-2.5 py-1.5 text-sm">
      <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 truncate">{visibleText(block.name)}</span>
      <span className="shrink-0 text-xs text-muted">{sizeText(block.bytes)}</span>
    </span>
  )
}
