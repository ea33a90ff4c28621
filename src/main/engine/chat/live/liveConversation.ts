/**
 * One conversation while somebody works with it or watches it: its rows in memory, told to those who follow it and
 * written in batches. Whoever needs to be sure that a change is stored waits for `commit`.
 */
import { type Conversation, type Message, type RunState } from '#contract/chat'
import { AppError } from '#contract/errors'
import { ConversationTree, messageOf } from '#engine/chat/live/conversationTree'
import { Follower } from '#engine/chat/live/follower'
import type { StoredMessage } from '#engine/chat/runs/nextStep'
import type { Clock, Timer } from '#engine/ports'
import type { ChatStore } from '#engine/store/chatStore'
import type { BlockRow, ConversationRow, MessageRow } from '#engine/store/chatStoreRows'
import type { PlacedBlock } from '#engine/store/chatStoreMessages'

export interface LiveOptions {
  readonly store: ChatStore
  readonly clock: Clock
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** What lists show of it has changed. */
  readonly onListed: () => void
}

/** What a kill may lose of a text that the model is writing. */
const flushMs = 250
const windowSize = 100
/** Columns that lists show. */
const listedFields = ['title', 'pinned', 'updatedAt', 'projectId'] as const

export class LiveConversation {
  readonly tree: ConversationTree
  readonly #options: LiveOptions
  readonly #blocks = new Map<string, BlockRow[]>()
  readonly #followers = new Set<Follower>()
  readonly #unwrittenMessages = new Set<string>()
  readonly #unwrittenBlocks = new Map<string, { readonly messageId: string; readonly index: number }>()
  #row: ConversationRow
  #run: RunState = { kind: 'idle' }
  #rowUnwritten = false
  #timer: Timer | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(row: ConversationRow, messages: readonly MessageRow[], options: LiveOptions) {
    this.#row = row
    this.#options = options
    this.tree = new ConversationTree(messages)
  }

  get row(): ConversationRow {
    return this.#row
  }

  get run(): RunState {
    return this.#run
  }

  get snapshot(): Conversation {
    const { isRunning: _isRunning, ...row } = this.#row
    return { ...row, run: this.#run }
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0
  }

  change(change: Partial<ConversationRow>): void {
    const before = this.#row
    this.#row = { ...before, ...change }
    this.#rowUnwritten = true
    this.#changed()
    for (const follower of this.#followers) follower.conversationChanged()
    if (listedFields.some((field) => before[field] !== this.#row[field])) this.#options.onListed()
  }

  setRun(run: RunState): void {
    const kindChanged = this.#run.kind !== run.kind
    this.#run = run
    const isRunning = run.kind !== 'idle'
    if (isRunning !== this.#row.isRunning) this.change({ isRunning })
    for (const follower of this.#followers) follower.conversationChanged()
    if (kindChanged) this.#options.onListed()
  }

  /** Adds a message, or replaces its row. */
  putMessage(row: MessageRow): void {
    const isNew = this.tree.get(row.id) === undefined
    this.tree.put(row)
    if (isNew) this.#blocks.set(row.id, [])
    this.#unwrittenMessages.add(row.id)
    this.#changed()
    for (const follower of this.#followers) follower.messageChanged(row.id)
  }

  /** `index` is the next free place, or one that is taken. */
  putBlock(messageId: string, index: number, row: BlockRow): void {
    this.#place(messageId, index, row)
    for (const follower of this.#followers) follower.blockChanged(messageId, index)
  }

  /** The same block with more text at its end. */
  growBlock(messageId: string, index: number, row: BlockRow): void {
    this.#place(messageId, index, row)
    for (const follower of this.#followers) follower.blockGrew(messageId, index)
  }

  addBlock(messageId: string, row: BlockRow): number {
    const index = this.blocks(messageId).length
    this.putBlock(messageId, index, row)
    return index
  }

  block(messageId: string, index: number): BlockRow {
    const row = this.blocks(messageId)[index]
    if (row === undefined) throw new AppError('INTERNAL', 'There is no such block.')
    return row
  }

  blocks(messageId: string): readonly BlockRow[] {
    return this.#blocks.get(messageId) ?? []
  }

  message(id: string): Message {
    const row = this.tree.get(id)
    if (row === undefined) throw new AppError('NOT_FOUND', `There is no message ${id} in this conversation.`)
    return messageOf(this.tree, row, this.blocks(id))
  }

  /** The shown branch with its blocks, as far as the model gets it: from the message that the newest summary is about. */
  async branch(): Promise<StoredMessage[]> {
    const all = this.tree.branch(this.#row.leafId)
    const summaryAt = all.findLastIndex(({ role }) => role === 'summary')
    const rows = all.slice(
      Math.max(
        0,
        all.slice(0, Math.max(0, summaryAt)).findLastIndex(({ role }) => role === 'user'),
      ),
    )
    await this.load(rows)
    return rows.map((row) => this.#stored(row))
  }

  async last(): Promise<StoredMessage | null> {
    const { leafId } = this.#row
    const row = leafId === null ? undefined : this.tree.get(leafId)
    if (row === undefined) return null
    await this.load([row])
    return this.#stored(row)
  }

  async window(before: string | undefined, limit: number) {
    const branch = this.tree.branch(this.#row.leafId)
    const end = before === undefined ? branch.length : branch.findIndex(({ id }) => id === before)
    if (end === -1) throw new AppError('NOT_FOUND', 'This message is not on the branch that is shown.')
    const start = Math.max(0, end - limit)
    const rows = branch.slice(start, end)
    await this.load(rows)
    return { messages: rows.map(({ id }) => this.message(id)), before: start === 0 ? null : (rows[0]?.id ?? null) }
  }

  /** Reads the blocks that are not in memory. */
  async load(rows: readonly MessageRow[]): Promise<void> {
    const missing = rows.filter(({ id }) => !this.#blocks.has(id)).map(({ id }) => id)
    if (missing.length === 0) return
    const found = await this.#options.store.messages.blocks(missing)
    for (const [id, blocks] of found) if (!this.#blocks.has(id)) this.#blocks.set(id, blocks)
  }

  /** Resolves when all changes so far are stored. */
  commit(): Promise<void> {
    this.#timer?.cancel()
    this.#timer = null
    const write = this.#writing.catch(() => undefined).then(() => this.#write())
    this.#writing = write
    return write
  }

  follow(): Follower {
    const follower = new Follower(this, this.#options.clock, () => this.window(undefined, windowSize))
    this.#followers.add(follower)
    return follower
  }

  unfollow(follower: Follower): void {
    this.#followers.delete(follower)
  }

  /** Everything is to be read anew: another branch is shown. */
  branchChanged(): void {
    for (const follower of this.#followers) follower.startAnew()
  }

  /** Ends every stream; with `removed`, it is told why. */
  end(removed: boolean): void {
    for (const follower of this.#followers) follower.end(removed)
  }

  #stored(row: MessageRow): StoredMessage {
    return { row, blocks: this.blocks(row.id) }
  }

  #place(messageId: string, index: number, row: BlockRow): void {
    const blocks = this.#blocks.get(messageId)
    if (blocks === undefined) throw new AppError('INTERNAL', 'This message was not read yet.')
    blocks[index] = row
    this.#unwrittenBlocks.set(`${messageId} ${index}`, { messageId, index })
    this.#changed()
  }

  #changed(): void {
    this.#timer ??= this.#options.clock.after(flushMs, () => {
      this.#timer = null
      this.#options.background.run('store a conversation', () => this.commit())
    })
  }

  async #write(): Promise<void> {
    const { store } = this.#options
    const messageIds = [...this.#unwrittenMessages]
    const places = [...this.#unwrittenBlocks]
    const rowUnwritten = this.#rowUnwritten
    this.#unwrittenMessages.clear()
    this.#unwrittenBlocks.clear()
    this.#rowUnwritten = false
    try {
      if (messageIds.length > 0 || places.length > 0)
        await store.messages.write({
          conversationId: this.#row.id,
          messages: messageIds.flatMap((id) => this.tree.get(id) ?? []),
          blocks: places.map(([, { messageId, index }]): PlacedBlock => ({
            messageId,
            index,
            row: this.block(messageId, index),
          })),
        })
      // After its messages, so that it never points to one that is not there.
      if (rowUnwritten) await store.update(this.#row)
    } catch (thrown) {
      for (const id of messageIds) this.#unwrittenMessages.add(id)
      for (const [key, place] of places) this.#unwrittenBlocks.set(key, place)
      this.#rowUnwritten ||= rowUnwritten
      throw thrown
    }
  }
}
