import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { createElement, memo } from 'react'
import { CodeBlock } from '#renderer/features/chat/markdown/CodeBlock.tsx'
import { Inlines } from '#renderer/features/chat/markdown/Inlines.tsx'
import type { ListItem, MarkdownBlock } from '#renderer/features/chat/markdown/markdownTree.ts'
import { MathText } from '#renderer/features/chat/markdown/MathText.tsx'
import { TableView } from '#renderer/features/chat/markdown/TableView.tsx'

const headings = [
  'mt-2 text-xl font-semibold',
  'mt-2 text-lg font-semibold',
  'mt-1 text-base font-semibold',
  'font-semibold',
] as const

const longFrom = 30

function Item({ item }: { item: ListItem }) {
  return (
    <li className={clsx('pl-1', item.checked !== null && 'relative list-none')}>
      {item.checked !== null && (
        <span
          role="img"
          aria-label={item.checked ? 'done' : 'to do'}
          className={clsx(
            'absolute top-1 -left-5 inline-flex size-3.5 items-center justify-center rounded border',
            item.checked ? 'border-accent-solid bg-accent-solid text-white' : 'border-line-strong',
          )}
        >
          {item.checked && <Check className="size-2.5" strokeWidth={3} aria-hidden="true" />}
        </span>
      )}
      <div className="flex flex-col gap-1.5">
        <Blocks blocks={item.blocks} />
      </div>
    </li>
  )
}

export interface MarkdownBlockViewProps {
  block: MarkdownBlock
  growing: boolean
}

export const MarkdownBlockView = memo(function MarkdownBlockView({ block, growing }: MarkdownBlockViewProps) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="whitespace-pre-line">
          <Inlines inlines={block.inlines} />
        </p>
      )
    case 'heading':
      return createElement(
        // Headings start at the third level, because the page already has headings of the first and second level.
        `h${Math.min(6, block.depth + 2)}`,
        { className: headings[Math.min(block.depth, headings.length) - 1] },
        <Inlines inlines={block.inlines} />,
      )
    case 'code':
      return <CodeBlock language={block.language} text={block.text} growing={growing} />
    case 'list': {
      const items = block.items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Item key={index} item={item} />
      ))
      const look = clsx(
        'flex flex-col gap-1 pl-5.5 marker:text-muted',
        block.continues && '-mt-2',
        // The browser skips layout and painting of invisible items. The margin keeps the numbers visible, because they
        // stand outside the items' boxes.
        items.length >= longFrom &&
          '[contain-intrinsic-size:auto_48rem] [content-visibility:auto] [overflow-clip-margin:4rem]',
      )
      return block.first === null ? (
        <ul className={clsx(look, 'list-disc')}>{items}</ul>
      ) : (
        <ol start={block.first} className={clsx(look, 'list-decimal')}>
          {items}
        </ol>
      )
    }
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-2 border-l-2 border-line-strong pl-3.5 text-muted">
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'table':
      return <TableView parts={[block]} growing={false} />
    case 'rule':
      return <hr className="my-1 border-line" />
    case 'math':
      return (
        <div className="overflow-x-auto py-1 text-center">
          <MathText text={block.text} display />
        </div>
      )
  }
})

function Blocks({ blocks }: { blocks: readonly MarkdownBlock[] }) {
  return blocks.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <MarkdownBlockView key={index} block={block} growing={false} />
  ))
}
