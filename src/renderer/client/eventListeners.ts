/** Passes the engine's events to parts of the page that keep data besides the shared cache. */
import type { EngineEvent } from '#contract/events'

type Listener = (events: readonly EngineEvent[]) => void

export interface EventListeners {
  /** Returns a function that removes the listener. */
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
