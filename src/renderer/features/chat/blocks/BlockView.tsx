import { memo } from 'react'
import type { Block } from '#contract/chat/chat'
import { AttachmentChip } from '#renderer/features/chat/blocks/AttachmentChip.tsx'
import { NoticeLine } from '#renderer/features/chat/blocks/NoticeLine.tsx'
import { ResourceChip } from '#renderer/features/chat/blocks/ResourceChip.tsx'
import { ThinkingBlock } from '#renderer/features/chat/blocks/ThinkingBlock.tsx'
import { ToolCallCard } from '#renderer/features/chat/blocks/ToolCallCard.tsx'
import type { CallRunner } from '#renderer/features/chat/conversation/callRunner.ts'
import { MarkdownText } from '#renderer/features/chat/markdown/MarkdownText.tsx'

export interface BlockViewProps {
  block: Block
  growing: boolean
  runner: CallRunner
}

/** One block of an assistant's turn. Memoized, so that only a changed block is rendered again. */
export const BlockView = memo(function BlockView({ block, growing, runner }: BlockViewProps) {
  switch (block.kind) {
    case 'text':
      return <MarkdownText text={block.text} growing={growing} />
    case 'thinking':
      return <ThinkingBlock block={block} growing={growing} />
    case 'toolCall':
      return <ToolCallCard block={block} runner={runner} />
    case 'attachment':
      return <AttachmentChip block={block} />
    case 'resource':
      return <ResourceChip block={block} />
    case 'notice':
      return <NoticeLine notice={block.notice} text={block.text} />
    case 'other':
      return null
  }
})
