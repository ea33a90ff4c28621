/**
 * Attachments as a model gets them. Each request of a conversation takes all of them along, and they never change: those
 * that were used last are kept, up to a limit of memory.
 */
import type { LoadedAttachment } from '#engine/chat/attachments/loadedAttachment'

const maxCharacters = 40_000_000

export class RecentAttachments {
  /** The one that was used last is the last. */
  readonly #kept = new Map<string, LoadedAttachment>()
  #characters = 0

  get(id: string): LoadedAttachment | undefined {
    return this.#kept.get(id)
  }

  put(id: string, attachment: LoadedAttachment): void {
    this.#remove(id)
    this.#kept.set(id, attachment)
    this.#characters += attachment.data.length
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= maxCharacters) return
      this.#remove(oldest)
    }
  }

  #remove(id: string): void {
    this.#characters -= this.#kept.get(id)?.data.length ?? 0
    this.#kept.delete(id)
  }
}
