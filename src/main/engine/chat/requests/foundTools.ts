/**
 * Removes references to tools that a search found and that no longer exist. Endpoints refuse requests with such
 * references. Pure.
 */
import type { WireBlock, WireMessage, WireTool } from '#engine/chat/models/modelClient'

export function withoutGoneTools(messages: readonly WireMessage[], tools: readonly WireTool[]): readonly WireMessage[] {
  const there = new Set(tools.map(({ name }) => name))
  return messages.map((message) =>
    message.content.some((block) => gone(block, there).length > 0)
      ? { ...message, content: message.content.map((block) => withoutGone(block, there)) }
      : message,
  )
}

function withoutGone(block: WireBlock, there: ReadonlySet<string>): WireBlock {
  const names = gone(block, there)
  if (names.length === 0) return block
  const left = contentOf(block).filter((part) => !names.includes(String(part['tool_name'])))
  const text = `Found tools that no longer exist: ${names.join(', ')}.`
  return { ...block, content: left.length > 0 ? left : [{ type: 'text', text }] }
}

function gone(block: WireBlock, there: ReadonlySet<string>): string[] {
  return contentOf(block).flatMap(({ type, tool_name: name }) =>
    type === 'tool_reference' && !there.has(String(name)) ? [String(name)] : [],
  )
}

function contentOf(block: WireBlock): readonly WireBlock[] {
  return block.type === 'tool_result' && Array.isArray(block['content']) ? (block['content'] as WireBlock[]) : []
}
