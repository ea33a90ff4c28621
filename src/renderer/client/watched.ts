/** A state to which parts of the page subscribe. Its source is followed only while there is a subscriber. */

export interface Watched<State> {
  readonly state: () => State
  readonly set: (next: State) => void
  readonly subscribe: (listener: () => void) => () => void
  /** A signal that is aborted when the last subscriber leaves. */
  readonly unwatched: () => AbortSignal
}

export function createWatched<State>(initial: State, follow: (ended: AbortSignal) => Promise<void>): Watched<State> {
  let state = initial
  let closed = new AbortController()
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    set(next) {
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        closed = new AbortController()
        void follow(closed.signal)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) closed.abort()
      }
    },
    unwatched: () => closed.signal,
  }
}
