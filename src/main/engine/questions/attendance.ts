/** The readers that are present to answer questions. Each gets the open questions first, then every change. */
import type { QuestionNews } from '#contract/question'
import { CoalescingQueue } from '#engine/structures/coalescingQueue'
import { batchesOf } from '#engine/structures/wake'
import type { Clock } from '#engine/ports'

export class Attendance {
  readonly #clock: Clock
  readonly #readers = new Set<CoalescingQueue<QuestionNews>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#readers.size
  }

  tell(news: QuestionNews): void {
    for (const reader of this.#readers) reader.put(news)
  }

  /** Attends from the first read on, until `signal` is aborted or reading stops. */
  async *attend(
    open: () => QuestionNews,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<QuestionNews[], void, undefined> {
    if (signal?.aborted === true) return
    const reader = new CoalescingQueue(this.#clock, keyOf)
    const leave = () => this.#readers.delete(reader)
    this.#readers.add(reader)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      yield [open()]
      yield* batchesOf(reader, signal)
    } finally {
      signal?.removeEventListener('abort', leave)
      leave()
    }
  }

  close(): void {
    for (const reader of this.#readers) reader.end()
    this.#readers.clear()
  }
}

/** One key per question, so that a question that was settled before a reader got it is only reported as settled. */
function keyOf(news: QuestionNews): string {
  switch (news.type) {
    case 'open':
      return ''
    case 'asked':
      return news.question.id
    case 'settled':
      return news.id
  }
}
