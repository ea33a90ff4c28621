/** The meaning of keys in the list of waiting questions. Pure. */
export type WaitingMove = 'next' | 'previous' | 'allow' | 'deny'

export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Where the focus is. A field takes all keys except Ctrl+Enter; scrolling text takes the arrow keys. */
export type KeyPlace = 'field' | 'scroller' | 'reason' | 'card'

const moves: Readonly<Record<string, WaitingMove>> = {
  ArrowDown: 'next',
  j: 'next',
  ArrowUp: 'previous',
  k: 'previous',
  a: 'allow',
  d: 'deny',
}

/**
 * The meaning of a key. Null: the key has no meaning here. A reason is written for a denial, so it is never sent with
 * an allowance.
 */
export function waitingMove({ key, ctrlKey, metaKey, altKey }: PressedKey, place: KeyPlace): WaitingMove | null {
  if (altKey) return null
  if (ctrlKey || metaKey) return key === 'Enter' && place !== 'reason' ? 'allow' : null
  if (place === 'field' || place === 'reason') return null
  if (place === 'scroller' && key.startsWith('Arrow')) return null
  const name = key.length === 1 ? key.toLowerCase() : key
  return Object.hasOwn(moves, name) ? (moves[name] ?? null) : null
}

/** Whether the person seems to be typing text. A letter with a meaning here may then be meant for another field. */
export function isTyping(pressed: PressedKey, place: KeyPlace): boolean {
  const { key, ctrlKey, metaKey } = pressed
  return key.length === 1 && !ctrlKey && !metaKey && waitingMove(pressed, place) === null
}
