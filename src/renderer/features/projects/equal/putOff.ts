/** Offers to which a person said "not now": remembered for as long as the window is there. */
import { useSyncExternalStore } from 'react'

const storageKey = 'switchboard.equalServersPutOff'
const listeners = new Set<() => void>()

function stored(): string {
  return sessionStorage.getItem(storageKey) ?? ''
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Line by line: a key has none of these. */
export function usePutOff(): ReadonlySet<string> {
  return new Set(useSyncExternalStore(subscribe, stored).split('\n').filter(Boolean))
}

export function putOff(key: string): void {
  sessionStorage.setItem(storageKey, `${stored()}\n${key}`)
  for (const listener of listeners) listener()
}
