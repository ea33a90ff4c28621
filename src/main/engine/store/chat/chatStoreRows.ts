/** Conversations, messages and blocks as the chat stores them. */
import type { Block, Conversation, Message } from '#contract/chat/chat'
import type { Usage } from '#contract/chat/conversation'

export interface ConversationRow extends Omit<Conversation, 'run'> {
  /** Whether a run was under way when this row was written. If no engine continues the run, it was interrupted. */
  readonly isRunning: boolean
  /** The key of the engine that runs or last ran the conversation; null if unknown. */
  readonly runEngine: string | null
  /** Until this time (epoch milliseconds), other engines must not treat the run as interrupted. */
  readonly runUntil: number
  /** The number of runs that the conversation has had. Only the newest run may write. */
  readonly runClaims: number
  /**
   * The number of changes to this row. An engine that last saw a different number knows that another engine changed the
   * row.
   */
  readonly revision: number
}

export interface MessageRow {
  readonly id: string
  readonly parentId: string | null
  /** Each message has a higher position than the earlier messages of its conversation. */
  readonly position: number
  readonly role: Message['role']
  readonly status: Message['status']
  readonly model: string | null
  readonly steps: readonly StepRow[]
  readonly createdAt: number
}

/** One answer from the model within a turn. */
export interface StepRow {
  /** The model's stop reason. Null while the answer is arriving, and if it was cut off. */
  readonly stopReason: string | null
  readonly usage: Usage | null
  /** Tokens used by model requests that servers made during this answer's tool calls. */
  readonly forServers?: Usage
}

export interface BlockRow {
  /** The position of the block's answer in the turn. */
  readonly step: number
  /** Whether the block has arrived completely. */
  readonly isComplete: boolean
  readonly block: Block
  /** What to send back to the model in place of `block`, if that differs. */
  readonly wire?: unknown
}

export interface AttachmentRow {
  readonly id: string
  readonly conversationId: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly createdAt: number
}
