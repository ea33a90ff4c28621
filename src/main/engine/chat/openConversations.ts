/** The conversations that are in memory: those that run or are watched, and a few that were used last. */
import { AppError } from '#contract/errors'
import { LiveConversation, type LiveOptions } from '#engine/chat/live/liveConversation'
import { nextStep } from '#engine/chat/runs/nextStep'
import { RequestMaker } from '#engine/chat/runs/requestMaker'
import type { Run } from '#engine/chat/runs/run'
import type { RunParts } from '#engine/chat/runs/runParts'
import type { ChatStore } from '#engine/store/chatStore'

export interface OpenConversation {
  readonly live: LiveConversation
  readonly requests: RequestMaker
  run: Run | null
  /** Changes of what it consists of come one after another. */
  queue: Promise<unknown>
}

export interface OpenConversationsOptions extends Omit<LiveOptions, 'onListed'> {
  readonly store: ChatStore
  readonly parts: RunParts
  readonly onListed: (id: string) => void
}

const mostIdle = 16

export class OpenConversations {
  readonly #options: OpenConversationsOptions
  /** The one that was used last is the last. */
  readonly #open = new Map<string, Promise<OpenConversation>>()

  constructor(options: OpenConversationsOptions) {
    this.#options = options
  }

  async get(id: string): Promise<OpenConversation> {
    const opening = this.#open.get(id) ?? this.#read(id)
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

  /** If it is in memory. */
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

  async #read(id: string): Promise<OpenConversation> {
    const { store, parts, onListed, ...options } = this.#options
    const row = await store.find(id)
    if (row === null) throw new AppError('NOT_FOUND', 'There is no such conversation.')
    const messages = await store.messages.list(id)
    const live = new LiveConversation(row, messages, { ...options, store, onListed: () => onListed(id) })
    if (row.isRunning) {
      const last = await live.last()
      const step = nextStep(last, row.limits)
      const calls =
        step.kind === 'consent' && last !== null ? step.indexes.map((index) => last.blocks[index]?.block) : []
      live.setRun({
        kind: 'interrupted',
        toolUseIds: calls.flatMap((block) => (block?.kind === 'toolCall' ? [block.toolUseId] : [])),
      })
    }
    return { live, requests: new RequestMaker(parts, live), run: null, queue: Promise.resolve() }
  }

  /** Lets go of what nobody works with or watches, the longest unused first. */
  #rest(): void {
    if (this.#open.size <= mostIdle) return
    const [oldest] = this.#open
    if (oldest === undefined) return
    const [id, opening] = oldest
    opening
      .then(
        async ({ live, run }) => {
          await live.commit()
          if (run === null && !live.isFollowed && this.#open.get(id) === opening) this.#open.delete(id)
        },
        () => undefined,
      )
      .catch(() => undefined)
  }
}
