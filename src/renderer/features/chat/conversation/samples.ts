/** Conversations for tests. */
import type { Conversation, Message, ToolCallBlock } from '#contract/chat/chat'
import type { Usage } from '#contract/chat/conversation'

const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null }

export function aConversation(parts: Partial<Conversation> = {}): Conversation {
  return {
    id: 'c1',
    projectId: 'default',
    title: 'A conversation',
    pinned: false,
    model: null,
    choice: { serversOff: [], toolsOff: [] },
    instructions: '',
    limits: { steps: 50, costUsd: null },
    draft: '',
    next: [],
    leafId: null,
    run: { kind: 'idle' },
    usage: nothingUsed,
    createdAt: 0,
    updatedAt: 0,
    ...parts,
  }
}

export function aMessage(parts: Partial<Message> = {}): Message {
  const id = parts.id ?? 'm1'
  return {
    id,
    parentId: null,
    role: 'user',
    blocks: [],
    status: 'complete',
    model: null,
    usage: null,
    createdAt: 1,
    siblings: [id],
    ...parts,
  }
}

export function aToolCall(parts: Partial<ToolCallBlock> = {}): ToolCallBlock {
  return {
    kind: 'toolCall',
    toolUseId: 't1',
    publicName: 'echo',
    server: 'echo',
    toolName: 'echo',
    title: null,
    arguments: '{}',
    status: 'running',
    progress: null,
    startedAt: 1,
    durationMs: null,
    result: null,
    resultBytes: null,
    error: null,
    callId: null,
    questionId: null,
    uiResource: null,
    ...parts,
  }
}
