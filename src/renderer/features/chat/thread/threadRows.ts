/**
 * Splits a conversation into rows that are rendered one by one, so that a turn with a hundred tool calls is not a
 * single row. Pure.
 */
import type { Block, Message } from '#contract/chat/chat'

export type ThreadRow =
  | { readonly kind: 'user'; readonly key: string; readonly message: Message }
  | { readonly kind: 'summary'; readonly key: string; readonly message: Message }
  | {
      readonly kind: 'block'
      readonly key: string
      readonly message: Message
      readonly block: Block
      /** Whether this is the last row of a message that is being written. */
      readonly growing: boolean
    }
  /** The actions on an assistant's turn, and its usage. */
  | { readonly kind: 'foot'; readonly key: string; readonly message: Message }

function isShown(block: Block, growing: boolean): boolean {
  if (block.kind === 'other') return false
  if (block.kind === 'text') return block.text !== '' && (growing || block.text.trim() !== '')
  return true
}

function rowsOf(message: Message): ThreadRow[] {
  if (message.role !== 'assistant') return [{ kind: message.role, key: message.id, message }]
  const writing = message.status === 'writing'
  const last = message.blocks.length - 1
  const rows = message.blocks.flatMap((block, index): ThreadRow[] => {
    const growing = writing && index === last
    return isShown(block, growing) ? [{ kind: 'block', key: `${message.id}:${index}`, message, block, growing }] : []
  })
  if (!writing) rows.push({ kind: 'foot', key: `${message.id}:foot`, message })
  return rows
}

/** Returns a function that reuses the rows of unchanged messages. */
export function createThreadRows() {
  const known = new WeakMap<Message, ThreadRow[]>()
  return (messages: readonly Message[]): ThreadRow[] =>
    messages.flatMap((message) => {
      const rows = known.get(message) ?? rowsOf(message)
      known.set(message, rows)
      return rows
    })
}

export const keyOfRow = (row: ThreadRow): string => row.key

const lineHeight = 22
const lettersPerLine = 80

function linesOf(text: string): number {
  return Math.ceil(text.length / lettersPerLine) + (text.match(/\n/g)?.length ?? 0)
}

/** Estimates the height in pixels until the row is measured, so that the scroll bar does not jump. */
export function guessedHeight(row: ThreadRow): number {
  switch (row.kind) {
    case 'user': {
      const lines = row.message.blocks.reduce(
        (sum, block) => sum + (block.kind === 'text' ? linesOf(block.text) : 2),
        0,
      )
      return 76 + Math.min(lines, 16) * lineHeight
    }
    case 'summary':
      return 48
    case 'foot':
      return 44
    case 'block':
      return row.block.kind === 'text' ? 16 + linesOf(row.block.text) * lineHeight : 52
  }
}
