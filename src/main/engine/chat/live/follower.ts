/**
 * One reader of a conversation. It remembers what has changed, not the changes themselves, so that a slow reader gets
 * only the newest state of everything, and of each text only the part that was not sent yet.
 */
import type { Block, ChatEvent, Conversation, Message, MessageWindow } from '#contract/chat/chat'
import type { BlockRow } from '#engine/store/chat/chatStoreRows'
import type { Clock } from '#engine/ports'
import { Wake } from '#engine/structures/wake'

/** The source that a follower reads. */
export interface Followed {
  readonly snapshot: Conversation
  message(id: string): Message
  blocks(messageId: string): readonly BlockRow[]
}

/** How many changes are sent as single events. For more, a snapshot is sent. */
const maxChanges = 500

interface Place {
  readonly messageId: string
  readonly index: number
}

export class Follower {
  readonly #followed: Followed
  readonly #clock: Clock
  readonly #window: () => Promise<MessageWindow>
  readonly #messages = new Set<string>()
  readonly #changed = new Map<string, Place>()
  readonly #grown = new Map<string, Place>()
  /** How many characters of each block's text were sent. */
  readonly #told = new Map<string, number>()
  #conversation = false
  #needsSnapshot = true
  readonly #wake = new Wake()
  #ended: 'no' | 'ended' | 'removed' = 'no'

  constructor(followed: Followed, clock: Clock, window: () => Promise<MessageWindow>) {
    this.#followed = followed
    this.#clock = clock
    this.#window = window
  }

  conversationChanged(): void {
    this.#conversation = true
    this.#soon()
  }

  messageChanged(id: string): void {
    this.#messages.add(id)
    this.#soon()
  }

  blockChanged(messageId: string, index: number): void {
    this.#changed.set(`${messageId} ${index}`, { messageId, index })
    this.#soon()
  }

  blockGrew(messageId: string, index: number): void {
    this.#grown.set(`${messageId} ${index}`, { messageId, index })
    this.#soon()
  }

  sendSnapshot(): void {
    this.#needsSnapshot = true
    this.#soon()
  }

  end(removed: boolean): void {
    this.#ended = removed ? 'removed' : 'ended'
    this.#wake.now()
  }

  /** Resolves with null after the end. */
  async take(): Promise<ChatEvent[] | null> {
    await this.#wake.until(() => this.#ended !== 'no' || this.#needsSnapshot || !(this.#isQuiet || this.#wake.gathers))
    if (this.#ended === 'ended') return null
    if (this.#ended === 'removed') {
      this.#ended = 'ended'
      return [{ type: 'removed' }]
    }
    if (this.#needsSnapshot || this.#messages.size + this.#changed.size + this.#grown.size > maxChanges)
      return this.#everything()
    return this.#changes()
  }

  get #isQuiet(): boolean {
    return !this.#conversation && this.#messages.size + this.#changed.size + this.#grown.size === 0
  }

  async #everything(): Promise<ChatEvent[]> {
    this.#needsSnapshot = false
    // Forgets the changes before the read. A change during the read is then sent twice, which does no harm.
    this.#forgetChanges()
    this.#told.clear()
    const window = await this.#window()
    for (const message of window.messages)
      for (const [index, block] of message.blocks.entries())
        this.#told.set(`${message.id} ${index}`, textOf(block).length)
    return [{ type: 'snapshot', conversation: this.#followed.snapshot, ...window }]
  }

  #changes(): ChatEvent[] {
    const events: ChatEvent[] = []
    for (const id of this.#messages) {
      const message = this.#followed.message(id)
      for (const [index, block] of message.blocks.entries()) this.#told.set(`${id} ${index}`, textOf(block).length)
      events.push({ type: 'message', message })
    }
    for (const [key, { messageId, index }] of this.#changed) {
      const block = this.#followed.blocks(messageId)[index]?.block
      if (block === undefined || this.#messages.has(messageId)) continue
      this.#told.set(key, textOf(block).length)
      events.push({ type: 'block', messageId, index, block })
    }
    for (const [key, { messageId, index }] of this.#grown) {
      const block = this.#followed.blocks(messageId)[index]?.block
      const offset = this.#told.get(key) ?? 0
      if (block === undefined || textOf(block).length <= offset) continue
      const text = textOf(block).slice(offset)
      this.#told.set(key, offset + text.length)
      events.push({ type: 'text', messageId, index, offset, text })
    }
    if (this.#conversation) events.push({ type: 'conversation', conversation: this.#followed.snapshot })
    this.#forgetChanges()
    return events
  }

  #forgetChanges(): void {
    this.#messages.clear()
    this.#changed.clear()
    this.#grown.clear()
    this.#conversation = false
  }

  #soon(): void {
    this.#wake.soon(this.#clock)
  }
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return block.text
    case 'toolCall':
      return block.arguments
    case 'attachment':
    case 'resource':
    case 'notice':
    case 'other':
      return ''
  }
}
