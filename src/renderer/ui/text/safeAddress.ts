/** Checks which addresses a page may link to: web and mail addresses. Pure. */
const allowed = new Set(['http:', 'https:', 'mailto:'])
const maxAddressLength = 8000

/** The full address as a browser would open it, or null if it must not be opened. */
export function safeAddress(written: string): string | null {
  if (written.length > maxAddressLength || !URL.canParse(written)) return null
  const url = new URL(written)
  return allowed.has(url.protocol) ? url.href : null
}

/** The part of an address that a person must see to know where it leads. Host names are encoded as they are sent. */
export function addressTarget(address: string): string {
  const url = new URL(address)
  return url.protocol === 'mailto:' ? url.pathname : url.host
}
