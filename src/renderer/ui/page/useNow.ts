import { useSyncExternalStore } from 'react'

const seconds = () => Math.floor(Date.now() / 1000)

function eachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}

const never = () => () => {}

/** The time in epoch milliseconds, rounded down to a whole second. It is updated every second while `running`. */
export function useNow(running: boolean): number {
  return useSyncExternalStore(running ? eachSecond : never, seconds) * 1000
}
