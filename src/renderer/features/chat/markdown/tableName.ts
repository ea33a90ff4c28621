/** The accessible name of a table: the titles of its columns. Pure. */
import { shortText } from '#contract/text/shortText'
import type { Inline, MarkdownBlock } from '#renderer/features/chat/markdown/markdownTree.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'

type Head = Pick<Extract<MarkdownBlock, { kind: 'table' }>, 'head'>

const maxLength = 100

function textOf(inline: Inline): string {
  switch (inline.kind) {
    case 'break':
      return ' '
    case 'strong':
    case 'emphasis':
    case 'deleted':
    case 'link':
      return inline.inlines.map(textOf).join('')
    case 'text':
    case 'code':
    case 'image':
    case 'math':
      return inline.text
  }
}

export function tableName({ head }: Head): string {
  const titles = head.map((cell) => cell.map(textOf).join('').trim()).filter((title) => title !== '')
  const text = shownText(titles.join(', '))
  if (text === '') return 'Table'
  return `Table of ${shortText(text, maxLength)}`
}
