/**
 * Tells every listener what changed, in batches. For each thing only the newest state is kept until it is delivered,
 * so that a listener who reads slowly costs no more than one event a server.
 */
import type { EngineEvent } from '#contract/events'
import type { Clock } from '#engine/ports'

const batchMs = 16

export class EventHub {
  readonly #clock: Clock
  readonly #queues = new Set<EventQueue>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  publish(event: EngineEvent): void {
    for (const queue of this.#queues) queue.put(event)
  }

  /** Ends when `signal` fires or the hub is closed. */
  async *subscribe(signal: AbortSignal | undefined): AsyncGenerator<EngineEvent[], void, undefined> {
    const queue = new EventQueue(this.#clock)
    this.#queues.add(queue)
    const end = () => queue.end()
    signal?.addEventListener('abort', end, { once: true })
    try {
      // An empty first batch says that everything from here on will be told.
      yield []
      while (true) {
        const batch = await queue.take()
        if (batch === null) return
        yield batch
      }
    } finally {
      signal?.removeEventListener('abort', end)
      this.#queues.delete(queue)
    }
  }

  close(): void {
    for (const queue of this.#queues) queue.end()
  }
}

class EventQueue {
  readonly #clock: Clock
  readonly #events = new Map<string, EngineEvent>()
  #wake: (() => void) | null = null
  #timing = false
  #ended = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  put(event: EngineEvent): void {
    const key = keyOf(event)
    // Taken out first, so that the order of the batch is the order of the newest events.
    this.#events.delete(key)
    this.#events.set(key, event)
    if (this.#timing) return
    this.#timing = true
    this.#clock.after(batchMs, () => {
      this.#timing = false
      this.#wake?.()
    })
  }

  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  async take(): Promise<EngineEvent[] | null> {
    while (!this.#ended && (this.#events.size === 0 || this.#timing))
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#wake = null
    if (this.#ended) return null
    const batch = [...this.#events.values()]
    this.#events.clear()
    return batch
  }
}

function keyOf(event: EngineEvent): string {
  switch (event.type) {
    case 'server.changed':
      return `server ${event.server.slug}`
    case 'server.removed':
      return `server ${event.slug}`
    case 'project.changed':
      return `project ${event.project.id}`
    case 'project.removed':
      return `project ${event.id}`
    case 'client.changed':
      return `client ${event.id}`
    case 'tools.changed':
      return `tools ${event.slug}`
    case 'question.asked':
      return `question ${event.question.id}`
    case 'question.settled':
      return `question ${event.id}`
    case 'decisions.changed':
      return 'decisions'
  }
}
