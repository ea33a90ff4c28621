import { useSyncExternalStore } from 'react'

const seconds = () => Math.floor(Date.now() / 1000)

function eachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}

const never = () => () => {}

/** The time as epoch milliseconds in whole seconds. It ticks every second while `running`. */
export function useNow(running: boolean): number {
  return useSyncExternalStore(running ? eachSecond : never, seconds) * 1000
}
