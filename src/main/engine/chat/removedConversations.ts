/**
 * Keeps the last removed conversations, so that they can be restored while the engine is running. Their rows leave the
 * store immediately. Their attachment files are only renamed until the engine closes.
 */
import { AppError } from '#contract/errors'
import type { AttachmentFiles } from '#engine/chat/attachments/attachmentFiles'
import type { LiveConversation } from '#engine/chat/live/liveConversation'
import type { ChatStore } from '#engine/store/chat/chatStore'
import type { AttachmentRow, BlockRow, ConversationRow, MessageRow } from '#engine/store/chat/chatStoreRows'

interface Removed {
  readonly row: ConversationRow
  readonly messages: readonly MessageRow[]
  readonly blocks: ReadonlyMap<string, readonly BlockRow[]>
  readonly attachments: readonly AttachmentRow[]
}

const maxKept = 20

export class RemovedConversations {
  readonly #store: ChatStore
  readonly #files: Pick<AttachmentFiles, 'markRemoved' | 'unmarkRemoved'>
  readonly #removed = new Map<string, Removed>()

  constructor(store: ChatStore, files: Pick<AttachmentFiles, 'markRemoved' | 'unmarkRemoved'>) {
    this.#store = store
    this.#files = files
  }

  async remove({ row }: LiveConversation): Promise<void> {
    const messages = await this.#store.messages.list(row.id)
    const blocks = await this.#store.messages.blocks(messages.map(({ id }) => id))
    const attachments = await this.#store.attachmentsOf(row.id)
    await this.#store.remove(row.id)
    await this.#files.markRemoved(attachments.map(({ id }) => id))
    this.#removed.set(row.id, { row: { ...row, isRunning: false, runEngine: null }, messages, blocks, attachments })
    const [oldest] = this.#removed.keys()
    if (this.#removed.size > maxKept && oldest !== undefined) this.#removed.delete(oldest)
  }

  async restore(id: string): Promise<void> {
    const removed = this.#removed.get(id)
    if (removed === undefined) throw new AppError('NOT_FOUND', 'This conversation can no longer be restored.')
    const { row, messages, blocks, attachments } = removed
    await this.#files.unmarkRemoved(attachments.map((attachment) => attachment.id))
    await this.#store.insert(row)
    await this.#store.messages.write({
      conversationId: id,
      runClaims: row.runClaims,
      messages,
      blocks: [...blocks].flatMap(([messageId, rows]) =>
        rows.map((block, index) => ({ messageId, index, row: block })),
      ),
    })
    for (const attachment of attachments) await this.#store.addAttachment(attachment)
    this.#removed.delete(id)
  }
}
