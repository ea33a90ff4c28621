/**
 * Holds the rows of one conversation in memory, sends them to its followers, and writes them in batches. A change is
 * stored for certain once `commit` resolves.
 */
import type { Conversation, Message, RunState } from '#contract/chat/chat'
import { AppError } from '#contract/errors'
import { ConversationTree, messageOf } from '#engine/chat/live/conversationTree'
import { Follower } from '#engine/chat/live/follower'
import { type Taken, Unsaved } from '#engine/chat/live/unsaved'
import type { StoredMessage } from '#engine/chat/runs/nextStep'
import type { Clock, Timer } from '#engine/ports'
import type { ChatStore, ClaimedRun, ConversationField } from '#engine/store/chat/chatStore'
import type { BlockRow, ConversationRow, MessageRow } from '#engine/store/chat/chatStoreRows'

export interface LiveOptions {
  readonly store: ChatStore
  readonly clock: Clock
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** Called when a field that lists show has changed. */
  readonly onListed: () => void
}

/** How often a model's text is written. A crash loses at most the text of this time. */
const flushMs = 250
const windowSize = 100
/** Columns that lists show. */
const listedFields = ['title', 'pinned', 'updatedAt', 'projectId'] as const

export class LiveConversation {
  #tree: ConversationTree
  readonly #options: LiveOptions
  readonly #blocks = new Map<string, BlockRow[]>()
  readonly #followers = new Set<Follower>()
  readonly #unsaved = new Unsaved()
  #row: ConversationRow
  #run: RunState = { kind: 'idle' }
  /** Whether another engine has changed the row since it was read. */
  #isStale = false
  #isWriting = false
  #timer: Timer | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(row: ConversationRow, messages: readonly MessageRow[], options: LiveOptions) {
    this.#row = row
    this.#options = options
    this.#tree = new ConversationTree(messages)
  }

  get tree(): ConversationTree {
    return this.#tree
  }

  get row(): ConversationRow {
    return this.#row
  }

  get run(): RunState {
    return this.#run
  }

  get snapshot(): Conversation {
    const { id, projectId, title, pinned, model, choice, instructions, limits, draft, next, leafId } = this.#row
    const { usage, createdAt, updatedAt } = this.#row
    const said = { id, projectId, title, pinned, model, choice, instructions, limits, draft, next, leafId }
    return { ...said, usage, createdAt, updatedAt, run: this.#run }
  }

  /** Whether everything is stored. */
  get isWritten(): boolean {
    return !this.#isWriting && this.#unsaved.isEmpty
  }

  isAsOf({ revision }: Pick<ConversationRow, 'revision'>): boolean {
    return !this.#isStale && revision === this.#row.revision
  }

  /** Replaces the rows in memory with those that another engine has stored. */
  reload(row: ConversationRow, messages: readonly MessageRow[]): void {
    this.#row = row
    this.#tree = new ConversationTree(messages)
    this.#blocks.clear()
    this.#isStale = false
    this.branchChanged()
    this.#options.onListed()
  }

  /** Applies a claim that is already stored: the run belongs to this engine. */
  claimed(change: ClaimedRun & Pick<ConversationRow, 'runEngine'>): void {
    this.#row = { ...this.#row, ...change, isRunning: true }
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0
  }

  change(change: Partial<Pick<ConversationRow, ConversationField>>): void {
    const before = this.#row
    this.#row = { ...before, ...change }
    for (const field of Object.keys(change)) this.#unsaved.field(field as ConversationField)
    this.#changed()
    for (const follower of this.#followers) follower.conversationChanged()
    if (listedFields.some((field) => before[field] !== this.#row[field])) this.#options.onListed()
  }

  setRun(run: RunState): void {
    const kindChanged = this.#run.kind !== run.kind
    this.#run = run
    if (run.kind === 'idle' && this.#row.isRunning) this.change({ isRunning: false, runEngine: null })
    for (const follower of this.#followers) follower.conversationChanged()
    if (kindChanged) this.#options.onListed()
  }

  /** Adds a message, or replaces its row. */
  putMessage(row: MessageRow): void {
    const isNew = this.tree.get(row.id) === undefined
    this.tree.put(row)
    if (isNew) this.#blocks.set(row.id, [])
    this.#unsaved.message(row.id)
    this.#changed()
    for (const follower of this.#followers) follower.messageChanged(row.id)
  }

  /** `index` is an existing block's index, or the next free one. */
  putBlock(messageId: string, index: number, row: BlockRow): void {
    this.#place(messageId, index, row)
    for (const follower of this.#followers) follower.blockChanged(messageId, index)
  }

  /** Replaces a block with the same block that has more text at its end. */
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
    if (row === undefined) throw new AppError('INTERNAL', 'This block does not exist.')
    return row
  }

  blocks(messageId: string): readonly BlockRow[] {
    return this.#blocks.get(messageId) ?? []
  }

  message(id: string): Message {
    const row = this.tree.get(id)
    if (row === undefined) throw new AppError('NOT_FOUND', `Message ${id} is not in this conversation.`)
    return messageOf(this.tree, row, this.blocks(id))
  }

  /**
   * The part of the shown branch that the model gets, with its blocks. It begins with the person's last message before
   * the newest summary.
   */
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
    if (end === -1) throw new AppError('NOT_FOUND', 'This message is not on the shown branch.')
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

  /** Resolves when all changes made before this call are stored. */
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

  /** Sends followers a snapshot, because another branch is now shown. */
  branchChanged(): void {
    for (const follower of this.#followers) follower.sendSnapshot()
  }

  /** Ends every stream. If `removed` is set, the readers are first told that the conversation was removed. */
  end(removed: boolean): void {
    for (const follower of this.#followers) follower.end(removed)
  }

  #stored(row: MessageRow): StoredMessage {
    return { row, blocks: this.blocks(row.id) }
  }

  #place(messageId: string, index: number, row: BlockRow): void {
    const blocks = this.#blocks.get(messageId)
    if (blocks === undefined)
      throw new AppError('INTERNAL', `The content of message ${messageId} was changed before it was loaded.`)
    blocks[index] = row
    this.#unsaved.block(messageId, index)
    this.#changed()
  }

  #changed(): void {
    this.#timer ??= this.#options.clock.after(flushMs, () => {
      this.#timer = null
      this.#options.background.run('store a conversation', () => this.commit())
    })
  }

  async #write(): Promise<void> {
    const taken = this.#unsaved.take()
    this.#isWriting = true
    try {
      // The row is written after its messages, so that it never points to a missing one.
      if ((await this.#writeMessages(taken)) && (await this.#writeRow(taken))) return
    } catch (thrown) {
      this.#unsaved.giveBack(taken)
      throw thrown
    } finally {
      this.#isWriting = false
    }
    // Another engine has the conversation by now, or it was removed. The rows in memory must not be written.
    this.#isStale = true
    this.#unsaved.clear()
    throw new AppError('CONFLICT', 'Another engine took over this conversation, or it was removed.')
  }

  async #writeMessages({ messages, places }: Taken): Promise<boolean> {
    if (messages.length === 0 && places.length === 0) return true
    return this.#options.store.messages.write({
      conversationId: this.#row.id,
      runClaims: this.#row.runClaims,
      messages: messages.flatMap((id) => this.tree.get(id) ?? []),
      blocks: places.map((place) => ({ ...place, row: this.block(place.messageId, place.index) })),
    })
  }

  async #writeRow({ fields }: Taken): Promise<boolean> {
    if (fields.size === 0) return true
    const before = this.#row.revision
    const revision = await this.#options.store.update(this.#row, fields)
    if (revision === null) return false
    if (revision !== before + 1) this.#isStale = true
    this.#row = { ...this.#row, revision }
    return true
  }
}
