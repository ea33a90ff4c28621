/**
 * The conversations of an engine: what the routes of the chat do. Runs belong to it, not to whoever watches them; each
 * conversation has at most one.
 */
import type {
  Attachment,
  AttachmentUpload,
  ChatEvent,
  Conversation,
  ConversationChange,
  ConversationPage,
  ConversationQuery,
  MessageWindow,
  NewConversation,
  Sending,
  TokenEstimate,
} from '#contract/chat'
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import { estimateTokens } from '#engine/chat/estimate'
import { exportConversation, type ExportFormat } from '#engine/chat/exportText'
import { noUsage } from '#engine/chat/models/modelUsage'
import { type OpenConversation, OpenConversations } from '#engine/chat/openConversations'
import { RemovedConversations } from '#engine/chat/removedConversations'
import { sentBlocks, titleOf } from '#engine/chat/sentBlocks'
import { reopenedTurn, settledTurn } from '#engine/chat/runs/leftOver'
import { Run } from '#engine/chat/runs/run'
import type { RunParts } from '#engine/chat/runs/runParts'
import { excerptAround } from '#engine/chat/searchExcerpt'
import type { ChatStore } from '#engine/store/chatStore'
import type { BlockRow, MessageRow } from '#engine/store/chatStoreRows'

export interface ChatOptions {
  readonly store: ChatStore
  readonly parts: RunParts
  readonly publish: (event: EngineEvent) => void
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** The id of the project that is named so, or the default one; throws when there is none. */
  readonly projectId: (idOrName: string | undefined) => string
}

export class Chat {
  readonly #options: ChatOptions
  readonly #open: OpenConversations
  readonly #removed: RemovedConversations
  #closed = false

  constructor(options: ChatOptions) {
    this.#options = options
    const { store, parts, background } = options
    const { clock } = parts
    this.#open = new OpenConversations({ store, parts, clock, background, onListed: (id) => this.#tell(id) })
    this.#removed = new RemovedConversations(store)
  }

  open(): void {
    const { attachments } = this.#options.parts
    this.#options.background.run('remove attachments that nobody has', () => attachments.sweep())
  }

  async list(query: ConversationQuery): Promise<ConversationPage> {
    const { conversations, next } = await this.#options.store.page(query)
    const summaries = conversations.map(async ({ row, foundIn }) => {
      const open = await this.#open.peek(row.id)
      const { id, projectId, title, pinned, createdAt, updatedAt } = row
      return {
        id,
        projectId,
        title,
        pinned,
        createdAt,
        updatedAt,
        run:
          open?.live.run ??
          (row.isRunning ? { kind: 'interrupted' as const, toolUseIds: [] } : { kind: 'idle' as const }),
        excerpt: foundIn === null || query.text === undefined ? null : excerptAround(foundIn, query.text),
      }
    })
    return { conversations: await Promise.all(summaries), next }
  }

  async create({ projectId, title, model }: NewConversation): Promise<Conversation> {
    const { makeId, clock } = this.#options.parts
    const now = clock.now()
    const id = makeId()
    await this.#options.store.insert({
      id,
      projectId: this.#options.projectId(projectId),
      title,
      pinned: false,
      model,
      choice: { serversOff: [], toolsOff: [] },
      instructions: '',
      limits: { steps: 50, costUsd: null },
      draft: '',
      leafId: null,
      isRunning: false,
      usage: noUsage,
      createdAt: now,
      updatedAt: now,
    })
    this.#tell(id)
    return this.get(id)
  }

  async get(id: string): Promise<Conversation> {
    return (await this.#open.get(id)).live.snapshot
  }

  update(id: string, change: ConversationChange): Promise<Conversation> {
    return this.#changing(id, async ({ live }) => {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      live.change(given)
      await live.commit()
      return live.snapshot
    })
  }

  remove(id: string): Promise<void> {
    return this.#changing(id, async ({ live, run }) => {
      await run?.stop()
      await live.commit()
      await this.#removed.remove(live)
      live.end(true)
      this.#open.forget(id)
      this.#tell(id)
    })
  }

  async restore(id: string): Promise<Conversation> {
    await this.#removed.restore(id)
    this.#tell(id)
    return this.get(id)
  }

  async export(id: string, format: ExportFormat) {
    const { live } = await this.#open.get(id)
    return exportConversation(live.snapshot, (await live.window(undefined, Number.MAX_SAFE_INTEGER)).messages, format)
  }

  async messages(id: string, before: string | undefined, limit: number): Promise<MessageWindow> {
    return (await this.#open.get(id)).live.window(before, limit)
  }

  /** Ends when `signal` fires, the conversation is removed or the engine closes. */
  async *follow(id: string, signal: AbortSignal | undefined): AsyncGenerator<ChatEvent[], void, undefined> {
    const { live } = await this.#open.get(id)
    const follower = live.follow()
    const end = () => follower.end(false)
    signal?.addEventListener('abort', end, { once: true })
    try {
      if (signal?.aborted === true || this.#closed) return
      for (let batch = await follower.take(); batch !== null; batch = await follower.take()) yield batch
    } finally {
      signal?.removeEventListener('abort', end)
      live.unfollow(follower)
    }
  }

  send({ id, parts, parentId }: Sending): Promise<{ messageId: string }> {
    return this.#changing(id, async (open) => {
      const { live } = open
      this.#refuseRunning(open)
      const parent = parentId === undefined ? live.row.leafId : parentId
      if (parent !== null && live.tree.get(parent) === undefined)
        throw new AppError('NOT_FOUND', 'The message to follow is not in this conversation.')
      const blocks = await sentBlocks(this.#options.parts, live.row, parts)
      await this.#settle(open)
      const isBranch = parent !== live.row.leafId
      const row = this.#newMessage(open, parent)
      live.putMessage(row)
      for (const block of blocks) live.addBlock(row.id, { step: 0, isComplete: true, block })
      live.change({
        leafId: row.id,
        draft: '',
        updatedAt: row.createdAt,
        ...(live.row.title === '' ? { title: titleOf(blocks) } : {}),
      })
      if (isBranch) live.branchChanged()
      this.#start(open)
      await live.commit()
      return { messageId: row.id }
    })
  }

  regenerate(id: string, messageId: string): Promise<void> {
    return this.#changing(id, async (open) => {
      const { live } = open
      this.#refuseRunning(open)
      const row = live.tree.get(messageId)
      if (row === undefined) throw new AppError('NOT_FOUND', 'This message is not in this conversation.')
      await this.#settle(open)
      live.change({ leafId: row.role === 'assistant' ? row.parentId : row.id })
      live.branchChanged()
      this.#start(open)
      await live.commit()
    })
  }

  selectBranch(id: string, messageId: string): Promise<Conversation> {
    return this.#changing(id, async (open) => {
      const { live } = open
      this.#refuseRunning(open)
      if (live.tree.get(messageId) === undefined)
        throw new AppError('NOT_FOUND', 'This message is not in this conversation.')
      await this.#settle(open)
      live.change({ leafId: live.tree.newestLeaf(messageId) })
      live.branchChanged()
      await live.commit()
      return live.snapshot
    })
  }

  /** Not in line with changes: it is wanted now. */
  async stop(id: string): Promise<Conversation> {
    const open = await this.#open.get(id)
    if (open.run === null) await this.#changing(id, () => this.#settle(open))
    else await open.run.stop()
    await open.live.commit()
    return open.live.snapshot
  }

  async stopTool(id: string, toolUseId: string): Promise<void> {
    const { run } = await this.#open.get(id)
    if (run?.stopTool(toolUseId) !== true) throw new AppError('NOT_FOUND', 'This call is not under way.')
  }

  resume(id: string, runAgain: readonly string[]): Promise<Conversation> {
    return this.#changing(id, async (open) => {
      const { live } = open
      this.#refuseRunning(open)
      const last = await live.last()
      if (last === null || (last.row.role === 'assistant' && !canGoOn(last.row, last.blocks)))
        throw new AppError('CONFLICT', 'There is nothing to go on with. Send a message.')
      if (last.row.role === 'assistant' && last.row.status === 'writing') {
        for (const [index, row] of reopenedTurn(last.blocks, runAgain)) live.putBlock(last.row.id, index, row)
        await live.commit()
      } else if (last.row.role === 'assistant') {
        // A turn of its own, so that its limits count from here.
        const row = { ...this.#newMessage(open, last.row.id), role: 'assistant', status: 'writing' } as const
        live.putMessage({ ...row, model: last.row.model })
        live.change({ leafId: row.id })
      }
      this.#start(open)
      await live.commit()
      return live.snapshot
    })
  }

  async attach({ id, name, mediaType, data }: AttachmentUpload): Promise<Attachment> {
    const { live } = await this.#open.get(id)
    return this.#options.parts.attachments.add(live.row.id, name, mediaType, Buffer.from(data, 'base64'))
  }

  attachment(id: string) {
    return this.#options.parts.attachments.read(id)
  }

  async estimate(id: string, text: string, signal: AbortSignal | undefined): Promise<TokenEstimate> {
    const { live, requests } = await this.#open.get(id)
    return estimateTokens(live, requests, text, signal ?? new AbortController().signal)
  }

  /** Ends what runs so that it can be resumed. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { live, run } of await this.#open.all()) {
      await run?.leave()
      live.end(false)
      await live.commit().catch(() => undefined)
    }
    await this.#options.parts.attachments.sweep().catch(() => undefined)
  }

  /** One after another, for one conversation. */
  async #changing<T>(id: string, change: (open: OpenConversation) => Promise<T>): Promise<T> {
    if (this.#closed) throw new AppError('CONFLICT', 'Switchboard is closing.')
    const open = await this.#open.get(id)
    const next = open.queue.then(() => change(open))
    open.queue = next.catch(() => undefined)
    return next
  }

  #start(open: OpenConversation): void {
    const run = new Run(this.#options.parts, open.live, open.requests)
    open.run = run
    this.#options.background.run('run a conversation', async () => {
      await run.done
      open.run = null
    })
  }

  #refuseRunning({ run }: OpenConversation): void {
    if (run !== null) throw new AppError('CONFLICT', 'The model is still answering. Stop it first.')
  }

  /** What an interrupted run has left is not gone on with any more. */
  async #settle({ live }: OpenConversation): Promise<void> {
    if (live.run.kind !== 'interrupted') return
    const last = await live.last()
    if (last !== null && last.row.role === 'assistant' && last.row.status === 'writing') {
      for (const [index, row] of settledTurn(last.blocks)) live.putBlock(last.row.id, index, row)
      live.putMessage({ ...last.row, status: 'interrupted' })
    }
    live.setRun({ kind: 'idle' })
  }

  #newMessage({ live }: OpenConversation, parentId: string | null): MessageRow {
    const { makeId, clock } = this.#options.parts
    return {
      id: makeId(),
      parentId,
      position: live.tree.nextPosition,
      role: 'user',
      status: 'complete',
      model: null,
      steps: [],
      createdAt: clock.now(),
    }
  }

  #tell(id: string): void {
    this.#options.publish({ type: 'conversation.changed', id })
  }
}

function canGoOn(row: MessageRow, blocks: readonly BlockRow[]): boolean {
  if (row.status !== 'complete') return true
  return blocks.some(({ block }) => block.kind === 'notice' && block.notice === 'limit')
}
