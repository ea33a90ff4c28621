/** Which addresses a text may lead to: those of the web, and mailboxes. Pure. */
const allowed = new Set(['http:', 'https:', 'mailto:'])
const longestAddress = 8000

/** The whole address as a browser would open it, or null when it must not be opened. */
export function safeAddress(written: string): string | null {
  if (written.length > longestAddress || !URL.canParse(written)) return null
  const url = new URL(written)
  return allowed.has(url.protocol) ? url.href : null
}

/** What a person has to look at to know where it leads; host names in the letters that are really sent. */
export function addressTarget(address: string): string {
  const url = new URL(address)
  return url.protocol === 'mailto:' ? url.pathname : url.host
}
