/** The entries used last in the palette. Only their ids are stored, in this browser. */
import { storeChoice } from '#renderer/ui/page/storeChoice.ts'

const storageKey = 'switchboard.palette'
const maxKept = 20
const maxIdLength = 300

/** Reads the ids from the stored text. Invalid text gives an empty list. Pure. */
export function readRecent(stored: string | null): string[] {
  let value: unknown
  try {
    value = JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(value)) return []
  return value
    .filter((id): id is string => typeof id === 'string' && id !== '' && id.length <= maxIdLength)
    .slice(0, maxKept)
}

/** The list with this id moved to the front. Pure. */
export function withUsed(recent: readonly string[], id: string): string[] {
  if (id.length > maxIdLength) return [...recent]
  return [id, ...recent.filter((other) => other !== id)].slice(0, maxKept)
}

export function recentIds(): string[] {
  return readRecent(localStorage.getItem(storageKey))
}

export function rememberUse(id: string): void {
  storeChoice(storageKey, JSON.stringify(withUsed(recentIds(), id)))
}
