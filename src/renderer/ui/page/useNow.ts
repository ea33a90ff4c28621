import { useSyncExternalStore } from 'react'

const seconds = () => Math.floor(Date.now() / 1000)

function eachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}

const never = () => () => {}

/** The time in whole seconds as epoch milliseconds, anew each second while it is `running`. */
export function useNow(running: boolean): number {
  return useSyncExternalStore(running ? eachSecond : never, seconds) * 1000
}
