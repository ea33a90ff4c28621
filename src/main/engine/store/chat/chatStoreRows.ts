/** The stored form of a conversation, as the chat uses it. */
import type { Block, Conversation, Message } from '#contract/chat/chat'
import type { Usage } from '#contract/chat/conversation'

export interface ConversationRow extends Omit<Conversation, 'run'> {
  /** A run was under way when this was written: if no engine continues it, it was interrupted. */
  readonly isRunning: boolean
  /** The key of the engine whose run it is or was; null if unknown. */
  readonly runEngine: string | null
  /** Until then (epoch milliseconds) no other engine may treat the run as interrupted. */
  readonly runUntil: number
  /** Counts the runs: only the newest may still write. */
  readonly runClaims: number
  /** Counts the changes of this row: a different number than one's own means that another engine changed it. */
  readonly revision: number
}

export interface MessageRow {
  readonly id: string
  readonly parentId: string | null
  /** Increases within the conversation. */
  readonly position: number
  readonly role: Message['role']
  readonly status: Message['status']
  readonly model: string | null
  readonly steps: readonly StepRow[]
  readonly createdAt: number
}

/** One answer of the model. */
export interface StepRow {
  /** Null while it is arriving, and permanently if it was cut off. */
  readonly stopReason: string | null
  readonly usage: Usage | null
  /** Usage of model requests that servers made during the calls of this answer. */
  readonly forServers?: Usage
}

export interface BlockRow {
  /** Position of its answer in the turn. */
  readonly step: number
  /** The block has arrived completely. */
  readonly isComplete: boolean
  readonly block: Block
  /** What the model must be sent back for it, if that is not in the block. */
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
