/** Finds addresses in a text, and names with a one-word value, in time proportional to the text's length. Pure. */

/**
 * Matches `://` first and looks back for the scheme. Reading forward, a scheme could begin at each letter of a long
 * word.
 */
const address = /:\/\/(?<=([a-z][a-z0-9+.-]{0,30}):\/\/)[^\s"'<>]+/gi
const assignment =
  /(?<=^|[\s;&|("'`])((?:--?)?[A-Za-z_][\w-]*(?:=["']?|:[ \t]*(?:(?:Bearer|Basic|Token|ApiKey) +)?))((?:[\w.~+/=@:%,-]|\$\{[^{}]*\})+)(?=$|[\s;&|<>)"'`])/gi

interface Found {
  readonly start: number
  readonly end: number
}

interface Assigned extends Found {
  /** Everything before the value: `--token=`, `Authorization: Bearer `. */
  readonly head: string
  readonly value: string
}

/** How to replace what is found. Each function gets the text as written. */
export interface EmbeddedChange {
  address(url: string): string
  assignment(head: string, value: string): string
}

export function changeAddresses(text: string, change: (url: string) => string): string {
  let changed = ''
  let end = 0
  for (let found = addressFrom(text, 0); found !== null; found = addressFrom(text, end)) {
    changed += text.slice(end, found.start) + change(text.slice(found.start, found.end))
    end = found.end
  }
  return end === 0 ? text : changed + text.slice(end)
}

/**
 * Replaces addresses and assignments from the beginning to the end, without reading any part twice. If both begin at
 * the same index, it counts as an address.
 */
export function changeEmbedded(text: string, change: EmbeddedChange): string {
  let changed = ''
  let end = 0
  let url = addressFrom(text, 0)
  let assigned = assignmentFrom(text, 0)
  while (url !== null || assigned !== null) {
    const isAddress = assigned === null || (url !== null && url.start <= assigned.start)
    const found = isAddress ? url : assigned
    if (found === null) break
    changed += text.slice(end, found.start)
    changed +=
      isAddress || assigned === null
        ? change.address(text.slice(found.start, found.end))
        : change.assignment(assigned.head, assigned.value)
    end = found.end
    // The next address and the next assignment are known. One that began inside this match is searched for again.
    if (url !== null && url.start < end) url = addressFrom(text, end)
    if (assigned !== null && assigned.start < end) assigned = assignmentFrom(text, end)
  }
  return end === 0 ? text : changed + text.slice(end)
}

function addressFrom(text: string, from: number): Found | null {
  address.lastIndex = from
  const match = address.exec(text)
  if (match === null) return null
  const [whole, scheme = ''] = match
  return { start: match.index - scheme.length, end: match.index + whole.length }
}

function assignmentFrom(text: string, from: number): Assigned | null {
  assignment.lastIndex = from
  const match = assignment.exec(text)
  if (match === null) return null
  const [whole, head = '', value = ''] = match
  return { start: match.index, end: match.index + whole.length, head, value }
}
