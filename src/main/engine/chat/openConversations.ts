/**
 * Holds conversations in memory: those that are running or watched, and a few recently used ones. A conversation that
 * another engine on the shared database has changed is read again.
 */
import type { RunState } from '#contract/chat/chat'
import { AppError } from '#contract/errors'
import { LiveConversation, type LiveOptions } from '#engine/chat/live/liveConversation'
import { callsUnderWay } from '#engine/chat/runs/leftOver'
import { RequestMaker } from '#engine/chat/runs/asking/requestMaker'
import type { Run } from '#engine/chat/runs/run'
import { storedRun } from '#engine/chat/runs/runOwner'
import type { RunParts } from '#engine/chat/runs/runParts'
import type { Timer } from '#engine/ports'
import type { ChatStore } from '#engine/store/chat/chatStore'
import type { ConversationRow } from '#engine/store/chat/chatStoreRows'

export interface OpenConversation {
  readonly live: LiveConversation
  readonly requests: RequestMaker
  run: Run | null
  /** The queue of this conversation's changes, which run one after another. */
  queue: Promise<unknown>
  /** How many changes are in the queue. */
  changes: number
  isChanging: boolean
}

export interface OpenConversationsOptions extends Omit<LiveOptions, 'onListed'> {
  readonly store: ChatStore
  readonly parts: RunParts
  readonly onListed: (id: string) => void
  /** This engine's key. */
  readonly engine: string
  /** Whether other engines may use the same database. */
  readonly isShared: boolean
}

const maxIdle = 16
/** How often watched conversations are checked for another engine's changes. */
const lookAgainMs = 3_000

export class OpenConversations {
  readonly #options: OpenConversationsOptions
  /** The conversations by id, ordered by use, the most recent last. */
  readonly #open = new Map<string, Promise<OpenConversation>>()
  #timer: Timer | null = null
  #isClosed = false

  constructor(options: OpenConversationsOptions) {
    this.#options = options
    if (options.isShared) this.#watch()
  }

  async get(id: string): Promise<OpenConversation> {
    const opening = this.#open.get(id)
    if (opening === undefined) return this.#keep(id, this.#read(id))
    const open = await this.#keep(id, opening)
    if (!open.isChanging) await this.#lookAgain(open)
    return open
  }

  /** Makes a change to a conversation, after the earlier changes to the same one. */
  async changing<T>(id: string, change: (open: OpenConversation) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new AppError('CONFLICT', 'Switchboard is closing.')
    const open = await this.get(id)
    open.changes += 1
    const next = open.queue.then(async () => {
      await this.#lookAgain(open)
      open.isChanging = true
      return change(open)
    })
    open.queue = next
      .finally(() => {
        open.isChanging = false
        open.changes -= 1
      })
      .catch(() => undefined)
    return next
  }

  /** The run state to show for this stored row. */
  runOf(row: ConversationRow, open: OpenConversation | null): RunState {
    const { engine, clock, isShared } = this.#options
    if (open !== null && (!isShared || open.run !== null || open.live.isAsOf(row))) return open.live.run
    const kind = storedRun(row, engine, clock.now())
    return kind === 'interrupted' ? { kind, toolUseIds: [] } : { kind }
  }

  /** The conversation if it is in memory; otherwise null. */
  async peek(id: string): Promise<OpenConversation | null> {
    return (await this.#open.get(id)?.catch(() => null)) ?? null
  }

  async all(): Promise<OpenConversation[]> {
    const open = await Promise.all([...this.#open.keys()].map((id) => this.peek(id)))
    return open.filter((one) => one !== null)
  }

  forget(id: string): void {
    this.#open.delete(id)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Accepts no more changes. */
  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
  }

  async #keep(id: string, opening: Promise<OpenConversation>): Promise<OpenConversation> {
    this.#open.delete(id)
    this.#open.set(id, opening)
    try {
      return await opening
    } catch (thrown) {
      this.#open.delete(id)
      throw thrown
    } finally {
      this.#rest()
    }
  }

  async #read(id: string): Promise<OpenConversation> {
    const { store, parts, onListed, ...options } = this.#options
    const row = await this.#find(id)
    const messages = await store.messages.list(id)
    const live = new LiveConversation(row, messages, { ...options, store, onListed: () => onListed(id) })
    await this.#showStoredRun(live)
    return {
      live,
      requests: new RequestMaker(parts, live),
      run: null,
      queue: Promise.resolve(),
      changes: 0,
      isChanging: false,
    }
  }

  async #find(id: string): Promise<ConversationRow> {
    const row = await this.#options.store.find(id)
    if (row === null) throw new AppError('NOT_FOUND', 'This conversation does not exist. It may have been removed.')
    return row
  }

  /**
   * Reads the conversation again if another engine has changed it. While this engine runs it, no other one can.
   */
  async #lookAgain(open: OpenConversation): Promise<void> {
    const { store, isShared } = this.#options
    const { live } = open
    const isOurs = () => open.run !== null || open.isChanging || !live.isWritten
    if (!isShared || isOurs()) return
    const { id } = live.row
    const row = await store.find(id)
    const isAsBefore = row === null || live.isAsOf(row)
    const messages = isAsBefore ? [] : await store.messages.list(id)
    if (isOurs()) return
    if (row === null) {
      live.end(true)
      this.#open.delete(id)
      throw new AppError('NOT_FOUND', 'This conversation does not exist. It may have been removed.')
    }
    if (!isAsBefore) live.reload(row, messages)
    if (!isAsBefore || live.run.kind === 'elsewhere') await this.#showStoredRun(live)
  }

  async #showStoredRun(live: LiveConversation): Promise<void> {
    const { engine, clock } = this.#options
    const kind = storedRun(live.row, engine, clock.now())
    if (kind === live.run.kind) return
    if (kind !== 'interrupted') return live.setRun({ kind })
    const last = await live.last()
    const isOpen = last?.row.role === 'assistant' && last.row.status === 'writing'
    live.setRun({ kind, toolUseIds: isOpen ? callsUnderWay(last.blocks) : [] })
  }

  /** Checks the watched conversations regularly. */
  #watch(): void {
    const { clock, background } = this.#options
    this.#timer = clock.after(lookAgainMs, () => {
      background.run('check conversations for changes by other engines', async () => {
        const watched = (await this.all()).filter(({ live, isChanging }) => live.isFollowed && !isChanging)
        await Promise.all(watched.map((open) => this.#lookAgain(open).catch(() => undefined)))
      })
      this.#watch()
    })
  }

  /** Drops unused conversations from memory, the longest unused first. */
  #rest(): void {
    for (const id of this.#surplus()) this.#letGo(id).catch(() => undefined)
  }

  #surplus(): string[] {
    return [...this.#open.keys()].slice(0, Math.max(0, this.#open.size - maxIdle))
  }

  async #letGo(id: string): Promise<void> {
    const open = await this.peek(id)
    if (open === null || isUsed(open)) return
    await open.live.commit()
    // The conversation may have been used in the meantime.
    if (!isUsed(open) && this.#surplus().includes(id)) this.#open.delete(id)
  }
}

function isUsed({ run, changes, live }: OpenConversation): boolean {
  return run !== null || changes > 0 || live.isFollowed
}
