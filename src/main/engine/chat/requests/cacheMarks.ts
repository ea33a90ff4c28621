/**
 * Adds cache marks to a request, after each part that the next request repeats: the tools, the system prompt, and the
 * last two user messages. Pure.
 */
import type { ModelRequest, WireBlock, WireMessage } from '#engine/chat/models/modelClient'

const mark = { cache_control: { type: 'ephemeral' } } as const

export function withCacheMarks(request: ModelRequest): ModelRequest {
  const { tools, system, messages } = request
  const users = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).slice(-2)
  const lastTool = tools.findLastIndex((tool) => tool['defer_loading'] !== true)
  return {
    ...request,
    tools: tools.map((tool, index) => (index === lastTool ? { ...tool, ...mark } : tool)),
    system: marked(system),
    messages: messages.map((message, index) => (users.includes(index) ? markedMessage(message) : message)),
  }
}

function markedMessage(message: WireMessage): WireMessage {
  return { ...message, content: marked(message.content) }
}

function marked(blocks: readonly WireBlock[]): readonly WireBlock[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...mark } : block))
}
