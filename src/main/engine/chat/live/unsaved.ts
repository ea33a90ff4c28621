/** Remembers which parts of a conversation are not stored yet. */
import type { ConversationField } from '#engine/store/chat/chatStore'

export interface Place {
  readonly messageId: string
  readonly index: number
}

export interface Taken {
  readonly messages: readonly string[]
  readonly places: readonly Place[]
  readonly fields: ReadonlySet<ConversationField>
}

export class Unsaved {
  readonly #messages = new Set<string>()
  readonly #places = new Map<string, Place>()
  readonly #fields = new Set<ConversationField>()

  get isEmpty(): boolean {
    return this.#messages.size + this.#places.size + this.#fields.size === 0
  }

  message(id: string): void {
    this.#messages.add(id)
  }

  block(messageId: string, index: number): void {
    this.#places.set(`${messageId} ${index}`, { messageId, index })
  }

  field(field: ConversationField): void {
    this.#fields.add(field)
  }

  take(): Taken {
    const taken = { messages: [...this.#messages], places: [...this.#places.values()], fields: new Set(this.#fields) }
    this.clear()
    return taken
  }

  /** Marks parts as unsaved again after they could not be stored. */
  giveBack({ messages, places, fields }: Taken): void {
    for (const id of messages) this.message(id)
    for (const { messageId, index } of places) this.block(messageId, index)
    for (const field of fields) this.field(field)
  }

  clear(): void {
    this.#messages.clear()
    this.#places.clear()
    this.#fields.clear()
  }
}
