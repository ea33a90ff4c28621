/** What is stored of a conversation, as the chat sees it. */
import type { Block, Conversation, Message } from '#contract/chat/chat'
import type { Usage } from '#contract/chat/conversation'

export interface ConversationRow extends Omit<Conversation, 'run'> {
  /** A run was under way when this was written: if nobody carries it on, it was interrupted. */
  readonly isRunning: boolean
  /** The engine whose run it is or was, by its key; null when it is not known. */
  readonly runEngine: string | null
  /** Until then (epoch milliseconds) no other engine may take the run for one that was interrupted. */
  readonly runUntil: number
  /** Counts the runs: what belongs to an earlier one than the newest is not written any more. */
  readonly runClaims: number
  /** Counts the changes of this row: who finds another number than their own knows that somebody else was here. */
  readonly revision: number
}

export interface MessageRow {
  readonly id: string
  readonly parentId: string | null
  /** Counts up in the conversation. */
  readonly position: number
  readonly role: Message['role']
  readonly status: Message['status']
  readonly model: string | null
  readonly steps: readonly StepRow[]
  readonly createdAt: number
}

/** One answer of the model. */
export interface StepRow {
  /** Null while it comes, and for ever when it was cut. */
  readonly stopReason: string | null
  readonly usage: Usage | null
  /** What servers had the model write for them during the calls of this answer. */
  readonly forServers?: Usage
}

export interface BlockRow {
  /** The place of the answer that it belongs to, in the turn. */
  readonly step: number
  /** All of it has come. */
  readonly isComplete: boolean
  readonly block: Block
  /** What the model has to be given back of it, where that is not in the block. */
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
