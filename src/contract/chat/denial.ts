/**
 * The two texts about a denied call: one for the model or client that made it, one for the person who denied it. Pure.
 */

const beginning = 'The user denied this call in Switchboard'
const advice = ' Ask them what to do instead of trying it in another way.'

export function denialText(reason: string | null): string {
  if (reason === null) return `${beginning}.${advice}`
  return `${beginning}: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}${advice}`
}

/** `error` is the text of a failed call. Returns null if it does not report a denial. */
export function denialForPerson(error: string): string | null {
  if (!error.startsWith(beginning) || !error.endsWith(advice)) return null
  return `You denied this call${error.slice(beginning.length, -advice.length)}`
}
