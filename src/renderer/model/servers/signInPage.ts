/** The page at which a person signs in. A server led to its address, so little of what it may be is opened. Pure. */
import { safeAddress } from '#renderer/ui/text/safeAddress.ts'

export interface SignInPage {
  readonly href: string
  /** What a person must see before it opens, encoded as it is sent. */
  readonly host: string
}

/** Null unless it is encrypted, or leads to a program on this machine. */
export function signInPage(written: string): SignInPage | null {
  const href = safeAddress(written)
  if (href === null) return null
  const { protocol, hostname, host, username, password } = new URL(href)
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && isHere)
  // A part before an @ makes a host look like another one.
  return isAllowed && username === '' && password === '' ? { href, host } : null
}
