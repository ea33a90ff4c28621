/** Stores one model answer as it comes, block by block. Reports each tool use once it is complete. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { Block, ToolCallBlock } from '#contract/chat/chat'
import type { Usage } from '#contract/chat/conversation'
import type { LiveConversation } from '#engine/chat/live/liveConversation'
import type { ModelSink, WireBlock } from '#engine/chat/models/modelClient'
import type { CountedTokens } from '#engine/chat/models/modelUsage'
import { textIn } from '#engine/chat/requests/textIn'
import { readToolUse, type Toolset } from '#engine/chat/tools/toolset'
import type { Clock } from '#engine/ports'
import type { BlockRow } from '#engine/store/chat/chatStoreRows'

export interface AnswerOptions {
  readonly live: LiveConversation
  readonly messageId: string
  /** This answer's index in the turn. */
  readonly step: number
  readonly toolset: Toolset
  readonly clock: Clock
  readonly price: (tokens: CountedTokens) => Usage
  /** Called when a tool use has all of its arguments. */
  readonly onToolUse: (index: number) => void
}

interface OpenBlock {
  readonly index: number
  readonly startedAt: number
  readonly begun: WireBlock
  signature: string
}

export class Answer implements ModelSink {
  readonly #options: AnswerOptions
  readonly #open = new Map<number, OpenBlock>()
  usage: Usage | null = null

  constructor(options: AnswerOptions) {
    this.#options = options
  }

  blockStarted(place: number, begun: WireBlock): void {
    const { live, messageId, step, clock } = this.#options
    const index = live.addBlock(messageId, { step, isComplete: false, block: this.#blockOf(begun) })
    this.#open.set(place, { index, startedAt: clock.now(), begun, signature: textIn(begun, 'signature') })
  }

  text(place: number, text: string): void {
    this.#grow(place, (block) => (block.kind === 'text' ? { ...block, text: block.text + text } : block))
  }

  thinking(place: number, text: string): void {
    this.#grow(place, (block) =>
      block.kind === 'thinking' ? { ...block, text: block.text + text, hidden: false } : block,
    )
  }

  argumentsText(place: number, text: string): void {
    this.#grow(place, (block) => (block.kind === 'toolCall' ? { ...block, arguments: block.arguments + text } : block))
  }

  signature(place: number, signature: string): void {
    const open = this.#open.get(place)
    if (open !== undefined) open.signature += signature
  }

  blockEnded(place: number): void {
    const open = this.#open.get(place)
    if (open === undefined) return
    this.#open.delete(place)
    const { live, messageId, onToolUse } = this.#options
    live.putBlock(messageId, open.index, this.#completed(open))
    if (open.begun.type === 'tool_use') onToolUse(open.index)
  }

  counted(tokens: CountedTokens): void {
    this.usage = this.#options.price(tokens)
  }

  /** Ends the answer. Incomplete blocks stay readable, but do not count as tool uses. */
  close(): void {
    const { live, messageId } = this.#options
    for (const { index } of this.#open.values()) {
      const row = live.block(messageId, index)
      if (row.block.kind === 'toolCall')
        live.putBlock(messageId, index, {
          ...row,
          block: {
            ...row.block,
            status: 'cancelled',
            error: 'The answer ended before the arguments were complete. The call was not made.',
          },
        })
    }
    this.#open.clear()
  }

  #grow(place: number, change: (block: Block) => Block): void {
    const open = this.#open.get(place)
    if (open === undefined) return
    const { live, messageId } = this.#options
    const row = live.block(messageId, open.index)
    const block = change(row.block)
    if (block !== row.block) live.growBlock(messageId, open.index, { ...row, block })
  }

  #blockOf(begun: WireBlock): Block {
    switch (begun.type) {
      case 'text':
        return { kind: 'text', text: textIn(begun, 'text') }
      case 'thinking': {
        const text = textIn(begun, 'thinking')
        return { kind: 'thinking', text, hidden: text === '', durationMs: null }
      }
      case 'redacted_thinking':
        return { kind: 'thinking', text: '', hidden: true, durationMs: null }
      case 'tool_use':
        return this.#callBlock(textIn(begun, 'id'), textIn(begun, 'name'), {}, '')
      default:
        return { kind: 'other', type: begun.type }
    }
  }

  #completed({ index, startedAt, begun, signature }: OpenBlock): BlockRow {
    const { live, messageId, clock } = this.#options
    const row = live.block(messageId, index)
    const { block } = row
    const durationMs = Math.max(0, clock.now() - startedAt)
    switch (block.kind) {
      case 'thinking': {
        const wire = begun.type === 'redacted_thinking' ? begun : { type: 'thinking', thinking: block.text, signature }
        const isUsable = begun.type === 'redacted_thinking' || signature !== ''
        return { ...row, isComplete: true, block: { ...block, durationMs }, ...(isUsable ? { wire } : {}) }
      }
      case 'toolCall': {
        const input = readInput(block.arguments, begun['input'])
        const call = this.#callBlock(block.toolUseId, textIn(begun, 'name'), input ?? {}, block.arguments)
        const unreadable = {
          status: 'failed',
          error: 'The arguments are not valid JSON. The call was not made.',
        } as const
        return {
          ...row,
          isComplete: true,
          block:
            input === null ? { ...call, arguments: block.arguments, ...unreadable } : { ...call, status: 'waiting' },
          wire: { name: textIn(begun, 'name'), input: input ?? {} },
        }
      }
      case 'other':
        return { ...row, isComplete: true, wire: begun }
      case 'text':
      case 'attachment':
      case 'resource':
      case 'notice':
        return { ...row, isComplete: true }
    }
  }

  #callBlock(toolUseId: string, name: string, input: unknown, text: string): ToolCallBlock {
    const { toolset } = this.#options
    const use = readToolUse(toolset, name, input)
    const publicName = use.kind === 'call' && use.publicName !== '' ? use.publicName : name
    const offer = toolset.offers.byName.get(publicName)
    return {
      kind: 'toolCall',
      toolUseId,
      publicName,
      server: offer?.server ?? null,
      toolName: offer?.toolName ?? publicName,
      title: offer?.title ?? null,
      arguments: use.kind === 'call' && publicName !== name ? JSON.stringify(use.args) : text,
      status: 'writing',
      progress: null,
      startedAt: null,
      durationMs: null,
      result: null,
      resultBytes: null,
      error: null,
      callId: null,
      questionId: null,
      uiResource: offer?.uiResource ?? null,
    }
  }
}

/** The arguments; null if the text is not a JSON object. Without any text, the block's initial input counts. */
function readInput(text: string, begun: unknown): unknown {
  if (text.trim() === '') return typeof begun === 'object' && begun !== null ? begun : {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
