/** Offers that a person put off with "Not now". They are remembered while the window is open. */
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

/** One key per line: keys contain no line breaks. */
export function usePutOff(): ReadonlySet<string> {
  return new Set(useSyncExternalStore(subscribe, stored).split('\n').filter(Boolean))
}

export function putOff(key: string): void {
  sessionStorage.setItem(storageKey, `${stored()}\n${key}`)
  for (const listener of listeners) listener()
}
