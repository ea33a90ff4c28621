/** Tells every listener what changed, in batches. */
import type { EngineEvent } from '#contract/events'
import { CoalescingQueue } from '#engine/structures/coalescingQueue'
import { batchesOf } from '#engine/structures/wake'
import type { Clock } from '#engine/ports'

export class EventHub {
  readonly #clock: Clock
  readonly #queues = new Set<CoalescingQueue<EngineEvent>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A function is called only if there is a listener, because some events take long to make. */
  publish(told: EngineEvent | (() => EngineEvent)): void {
    if (this.#queues.size === 0) return
    const event = typeof told === 'function' ? told() : told
    for (const queue of this.#queues) queue.put(event)
  }

  /** Ends when `signal` is aborted or the hub is closed. */
  async *subscribe(signal: AbortSignal | undefined): AsyncGenerator<EngineEvent[], void, undefined> {
    const queue = new CoalescingQueue(this.#clock, keyOf)
    this.#queues.add(queue)
    try {
      // The empty first batch means that every event from here on will be delivered.
      yield []
      yield* batchesOf(queue, signal)
    } finally {
      this.#queues.delete(queue)
    }
  }

  close(): void {
    for (const queue of this.#queues) queue.end()
  }
}

function keyOf(event: EngineEvent): string {
  switch (event.type) {
    case 'server.changed':
      return `server ${event.server.slug}`
    case 'server.removed':
      return `server ${event.slug}`
    case 'signIn.changed':
      return `sign-in ${event.slug}`
    case 'project.changed':
      return `project ${event.project.id}`
    case 'project.removed':
      return `project ${event.id}`
    case 'client.changed':
      return `client ${event.id}`
    case 'conversation.changed':
      return `conversation ${event.id}`
    case 'hosting.changed':
      return `hosted ${event.id}`
    case 'hosting.pulling':
      return `image for ${event.slug}`
    case 'hosting.installing':
      return `package for ${event.slug}`
    case 'tools.changed':
      return `tools ${event.slug}`
    case 'question.asked':
      return `question ${event.question.id}`
    case 'question.settled':
      return `question ${event.id}`
    case 'decisions.changed':
    case 'settings.changed':
    case 'models.changed':
    case 'products.changed':
    case 'secrets.changed':
      return event.type
  }
}
