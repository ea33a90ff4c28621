/**
 * Caches attachments in the form that models need. Every request in a conversation sends all its attachments, which
 * never change. The most recently used stay, up to a memory limit.
 */
import type { LoadedAttachment } from '#engine/chat/attachments/loadedAttachment'

const maxCharacters = 40_000_000

export class RecentAttachments {
  /** The attachments by id, ordered by use, the most recent last. */
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
