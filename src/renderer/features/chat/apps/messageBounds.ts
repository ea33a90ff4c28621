/** How much a page of a server may say: of one message, and in a row. Pure; time is given. */

const mostValues = 20_000
const mostLetters = 1_000_000

/** Whether it is plain data and not too much of it. Whatever is a knot ends by its number of values. */
export function isWithinBounds(message: unknown): boolean {
  let values = 0
  let letters = 0
  const left: unknown[] = [message]
  while (left.length > 0) {
    const value = left.pop()
    values += 1
    if (typeof value === 'string') letters += value.length
    else if (Array.isArray(value)) {
      if (value.length > mostValues) return false
      for (const item of value as unknown[]) left.push(item)
    } else if (typeof value === 'object' && value !== null) {
      const kind: unknown = Object.getPrototypeOf(value)
      if (kind !== Object.prototype && kind !== null) return false
      for (const [key, item] of Object.entries(value)) {
        letters += key.length
        left.push(item)
      }
    } else if (typeof value === 'bigint') return false
    if (values + left.length > mostValues || letters > mostLetters) return false
  }
  return true
}

const atOnce = 200
const perSecond = 50

/** Says of each message whether it may still come. A page that moves something sends one per frame, for a while. */
export function createMessageRate(startedAt: number): (now: number) => boolean {
  let left = atOnce
  let at = startedAt
  return (now) => {
    left = Math.min(atOnce, left + ((now - at) / 1000) * perSecond)
    at = now
    left -= 1
    return left >= 0
  }
}
