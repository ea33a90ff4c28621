/**
 * The engine's conversations: implements the chat routes. Runs belong to the engine, not to their viewers. Each
 * conversation has at most one run.
 */
import { givenFields } from '#engine/policies/givenFields'
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
  NextSending,
  Resumption,
  Sending,
  TokenEstimate,
  WaitingPart,
} from '#contract/chat/chat'
import type { EngineEvent } from '#contract/events'
import { emptyConversation } from '#engine/chat/emptyConversation'
import { estimateTokens } from '#engine/chat/estimate'
import { exportConversation, type ExportFormat } from '#engine/chat/exportText'
import { OpenConversations } from '#engine/chat/openConversations'
import { RemovedConversations } from '#engine/chat/removedConversations'
import type { RunParts } from '#engine/chat/runs/runParts'
import { excerptAround } from '#engine/chat/searchExcerpt'
import { batchesOf } from '#engine/structures/wake'
import { refuseElsewhere, Turns } from '#engine/chat/turns'
import type { ChatStore } from '#engine/store/chat/chatStore'

export interface ChatOptions {
  readonly store: ChatStore
  readonly parts: RunParts
  readonly publish: (event: EngineEvent) => void
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** The id of the project with this id or name, or of the default project. Throws if the project does not exist. */
  readonly projectId: (idOrName: string | undefined) => string
  /** This engine's key, and whether other engines may use the same database. */
  readonly engine: string
  readonly isShared: boolean
  /** Called when a conversation was removed, so that other parts of the engine free what they keep for it. */
  readonly onRemoved: (id: string) => void
}

export class Chat {
  readonly #options: ChatOptions
  readonly #open: OpenConversations
  readonly #removed: RemovedConversations
  readonly #turns: Turns
  readonly #closing = new AbortController()

  constructor(options: ChatOptions) {
    this.#options = options
    const { store, parts } = options
    const { clock } = parts
    this.#open = new OpenConversations({ ...options, clock, onListed: (id) => this.#tell(id) })
    this.#turns = new Turns(options, this.#open)
    this.#removed = new RemovedConversations(store, parts.attachments)
  }

  /** Loads the model client and the list of models, which takes a moment, while the first message is being written. */
  #prepare(): void {
    const { background, parts } = this.#options
    const { signal } = this.#closing
    background.run('open the model', async () => {
      await parts.source.prepare(signal).catch((thrown: unknown) => {
        if (!signal.aborted) throw thrown
      })
    })
  }

  open(): void {
    const { attachments } = this.#options.parts
    this.#options.background.run('tidy up the attachments', () => attachments.tidy())
  }

  /** How many conversations have a running turn, including those that wait for a tool or a person. */
  get running(): number {
    return this.#turns.running
  }

  async list(query: ConversationQuery): Promise<ConversationPage> {
    const { conversations, next } = await this.#options.store.page(query)
    const summaries = conversations.map(async ({ row, foundIn }) => {
      const { id, projectId, title, pinned, createdAt, updatedAt } = row
      const run = this.#open.runOf(row, await this.#open.peek(id))
      const excerpt = foundIn === null || query.text === undefined ? null : excerptAround(foundIn, query.text)
      return { id, projectId, title, pinned, createdAt, updatedAt, run, excerpt }
    })
    return { conversations: await Promise.all(summaries), next }
  }

  async create({ projectId, title, model }: NewConversation): Promise<Conversation> {
    this.#prepare()
    const { makeId, clock } = this.#options.parts
    const id = makeId()
    const row = { id, projectId: this.#options.projectId(projectId), title, model, createdAt: clock.now() }
    await this.#options.store.insert(emptyConversation(row))
    this.#tell(id)
    return this.get(id)
  }

  async get(id: string): Promise<Conversation> {
    return (await this.#open.get(id)).live.snapshot
  }

  update(id: string, change: ConversationChange): Promise<Conversation> {
    return this.#open.changing(id, async ({ live }) => {
      live.change(givenFields(change))
      await live.commit()
      return live.snapshot
    })
  }

  remove(id: string): Promise<void> {
    return this.#open.changing(id, async ({ live, run }) => {
      refuseElsewhere(live)
      await run?.stop()
      await live.commit()
      await this.#removed.remove(live)
      live.end(true)
      this.#open.forget(id)
      this.#options.onRemoved(id)
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

  /** Yields a conversation's events until `signal` is aborted, the conversation is removed or the engine closes. */
  async *follow(id: string, signal: AbortSignal | undefined): AsyncGenerator<ChatEvent[], void, undefined> {
    this.#prepare()
    const { live } = await this.#open.get(id)
    const follower = live.follow()
    try {
      if (this.#open.isClosed) return
      yield* batchesOf({ take: () => follower.take(), end: () => follower.end(false) }, signal)
    } finally {
      live.unfollow(follower)
    }
  }

  send(sending: Sending): Promise<{ messageId: string }> {
    return this.#turns.send(sending)
  }

  sendNext(sending: NextSending): Promise<Conversation> {
    return this.#turns.sendNext(sending)
  }

  takeBackNext(id: string): Promise<WaitingPart[]> {
    return this.#turns.takeBackNext(id)
  }

  regenerate(id: string, messageId: string): Promise<void> {
    return this.#turns.regenerate(id, messageId)
  }

  selectBranch(id: string, messageId: string): Promise<Conversation> {
    return this.#turns.selectBranch(id, messageId)
  }

  stop(id: string): Promise<Conversation> {
    return this.#turns.stop(id)
  }

  stopTool(id: string, toolUseId: string): Promise<void> {
    return this.#turns.stopTool(id, toolUseId)
  }

  resume(resumption: Resumption): Promise<Conversation> {
    return this.#turns.resume(resumption)
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

  /** Ends runs so that they can be resumed. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#open.close()
    await this.#turns.close()
    for (const { live } of await this.#open.all()) {
      live.end(false)
      await live.commit().catch(() => undefined)
    }
    await this.#options.parts.attachments.deleteRemoved().catch(() => undefined)
  }

  #tell(id: string): void {
    this.#options.publish({ type: 'conversation.changed', id })
  }
}
