/** Passes a container's events on to its connection, and reports an exit that no one asked for. */
import { OutputTail } from '#engine/hosting/crashes'
import type { ContainerEvents, ContainerExit } from '#engine/hosting/provider'

export interface Watched {
  /** Whether the engine has asked the container to stop. */
  isAsked: boolean
  /** Reports an exit to the connection, and nothing after that. */
  letGo(): void
  readonly events: ContainerEvents
}

/** `onEndedItself`: called if the container exits without being asked to stop. `said`: the last output on stderr. */
export function watchedEvents(
  events: ContainerEvents,
  onEndedItself: (exit: ContainerExit, said: string) => void,
): Watched {
  const tail = new OutputTail()
  let isLetGo = false
  const watched: Watched = {
    isAsked: false,
    letGo: () => {
      isLetGo = true
      events.onExit({ code: null, isOutOfMemory: false })
    },
    events: {
      onStdout: (bytes) => (isLetGo ? undefined : events.onStdout(bytes)),
      onStderr: (bytes) => {
        if (isLetGo) return undefined
        tail.add(bytes)
        return events.onStderr(bytes)
      },
      onNote: (sentence) => (isLetGo ? undefined : events.onNote?.(sentence)),
      onExit: (exit) => {
        if (isLetGo) return
        if (!watched.isAsked) onEndedItself(exit, tail.text())
        events.onExit(exit)
      },
    },
  }
  return watched
}
