/** Passes the events of the engine on to parts of the page that follow more than what is cached for all. */
import type { EngineEvent } from '#contract/events'

type Listener = (events: readonly EngineEvent[]) => void

export interface EventListeners {
  /** Returns how to end it. */
  listen(listener: Listener): () => void
  tell(events: readonly EngineEvent[]): void
}

export function createEventListeners(): EventListeners {
  const listeners = new Set<Listener>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(events) {
      for (const listener of listeners) listener(events)
    },
  }
}
