/** Checks the page at which a person signs in. The address comes from a server, so only safe ones are opened. Pure. */
import { safeAddress } from '#renderer/ui/text/safeAddress.ts'

export interface SignInPage {
  readonly href: string
  /** The host as browsers send it. A person must see the host before the page opens. */
  readonly host: string
}

/** Returns null unless the address is encrypted, or leads to a program on this machine. */
export function signInPage(written: string): SignInPage | null {
  const href = safeAddress(written)
  if (href === null) return null
  const { protocol, hostname, host, username, password } = new URL(href)
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && isHere)
  // A part before an @ makes a host look like another one.
  return isAllowed && username === '' && password === '' ? { href, host } : null
}
