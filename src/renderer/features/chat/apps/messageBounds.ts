/** Limits on the size and the rate of messages from a server's page. Pure; time is injected. */

const maxValues = 20_000
const maxLetters = 1_000_000

/** Whether the message is plain data within the limits. Cyclic data exceeds the limit of values. */
export function isWithinBounds(message: unknown): boolean {
  let values = 0
  let letters = 0
  const left: unknown[] = [message]
  while (left.length > 0) {
    const value = left.pop()
    values += 1
    if (typeof value === 'string') letters += value.length
    else if (Array.isArray(value)) {
      if (value.length > maxValues) return false
      for (const item of value as unknown[]) left.push(item)
    } else if (typeof value === 'object' && value !== null) {
      const kind: unknown = Object.getPrototypeOf(value)
      if (kind !== Object.prototype && kind !== null) return false
      for (const [key, item] of Object.entries(value)) {
        letters += key.length
        left.push(item)
      }
    } else if (typeof value === 'bigint') return false
    if (values + left.length > maxValues || letters > maxLetters) return false
  }
  return true
}

const atOnce = 200
const perSecond = 50

/**
 * Returns a function that says whether the next message is within the rate. A page with an animation sends one message
 * per frame for a while.
 */
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
