/** Reads and writes messages and their blocks. SQL only, no business rules. */
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Block } from '#contract/chat/chat'
import type { BlockRow, MessageRow, StepRow } from '#engine/store/chat/chatStoreRows'
import type { StoreDatabase } from '#engine/store/database/database'
import { mended } from '#engine/store/database/storableText'
import type { ConversationBlocksTable, ConversationMessagesTable } from '#engine/store/database/tables'

export interface MessageStore {
  /** Messages in order, without their blocks. */
  list(conversationId: string): Promise<MessageRow[]>
  /** Each message's blocks, in order, by the message's id. */
  blocks(messageIds: readonly string[]): Promise<Map<string, BlockRow[]>>
  /**
   * Adds new rows and replaces existing ones, in one transaction. Writes nothing and returns false if the conversation
   * is gone or a newer run has started.
   */
  write(change: MessageChange): Promise<boolean>
}

export interface MessageChange {
  readonly conversationId: string
  /** The conversation's number of runs, as the writer knows it. */
  readonly runClaims: number
  readonly messages: readonly MessageRow[]
  readonly blocks: readonly PlacedBlock[]
}

export interface PlacedBlock {
  readonly messageId: string
  readonly index: number
  readonly row: BlockRow
}

/**
 * For how many messages one query reads the blocks. SQLite queries block the event loop, so a long read is split, with
 * a pause for other work after each part.
 */
const maxInOneQuery = 100

export function createMessageStore({ kysely }: StoreDatabase): MessageStore {
  return {
    async list(conversationId) {
      const rows = await kysely
        .selectFrom('conversation_messages')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .orderBy('position')
        .execute()
      return rows.map(messageOf)
    },

    async blocks(messageIds) {
      const found = new Map<string, BlockRow[]>(messageIds.map((id) => [id, []]))
      for (let at = 0; at < messageIds.length; at += maxInOneQuery) {
        const rows = await kysely
          .selectFrom('conversation_blocks')
          .selectAll()
          .where('message_id', 'in', messageIds.slice(at, at + maxInOneQuery))
          .orderBy('message_id')
          .orderBy('position')
          .execute()
        for (const row of rows) found.get(row.message_id)?.push(blockOf(row))
        await othersFirst()
      }
      return found
    },

    async write({ conversationId, runClaims, messages, blocks }) {
      return kysely.transaction().execute(async (transaction) => {
        const conversation = await transaction
          .selectFrom('conversations')
          .select('run_claims')
          .where('id', '=', conversationId)
          .executeTakeFirst()
        if (conversation?.run_claims !== runClaims) return false
        for (const message of messages) {
          const columns = {
            parent_id: message.parentId,
            status: message.status,
            model: message.model,
            steps: JSON.stringify(message.steps),
          }
          await transaction
            .insertInto('conversation_messages')
            .values({
              id: message.id,
              conversation_id: conversationId,
              position: message.position,
              role: message.role,
              created_at: message.createdAt,
              ...columns,
            })
            .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
            .execute()
        }
        for (const { messageId, index, row } of blocks) {
          const columns = {
            step: row.step,
            is_complete: row.isComplete,
            words: mended(wordsOf(row.block)).toLowerCase(),
            // As JSON, characters that a database would refuse are escaped.
            body: JSON.stringify({ block: row.block, wire: row.wire }),
          }
          await transaction
            .insertInto('conversation_blocks')
            .values({ message_id: messageId, position: index, ...columns })
            .onConflict((conflict) => conflict.columns(['message_id', 'position']).doUpdateSet(columns))
            .execute()
        }
        return true
      })
    },
  }
}

/** The text to search in: what people and models said, without tool arguments and results. */
function wordsOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'attachment':
    case 'resource':
      return block.name
    case 'toolCall':
      return block.publicName
    case 'thinking':
    case 'notice':
    case 'other':
      return ''
  }
}

function messageOf(row: Selectable<ConversationMessagesTable>): MessageRow {
  return {
    id: row.id,
    parentId: row.parent_id,
    position: row.position,
    role: row.role,
    status: row.status,
    model: row.model,
    steps: JSON.parse(row.steps) as StepRow[],
    createdAt: row.created_at,
  }
}

function blockOf(row: Selectable<ConversationBlocksTable>): BlockRow {
  const { block, wire } = JSON.parse(row.body) as { block: Block; wire?: unknown }
  return { step: row.step, isComplete: Boolean(row.is_complete), block, wire }
}
