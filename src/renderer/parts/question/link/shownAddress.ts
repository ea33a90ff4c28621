/** Splits an address for display: the host is set apart, so that a person sees where it leads. Adds warnings. Pure. */
import { safeAddress } from '#renderer/ui/text/safeAddress.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ShownAddress {
  /** The address that a click opens; null: it must not be opened. */
  readonly href: string | null
  readonly before: string
  readonly host: string
  readonly after: string
  readonly warnings: readonly string[]
}

export function shownAddress(written: string): ShownAddress {
  const href = safeAddress(written)
  if (href === null || !/^https?:/.test(href))
    return {
      href: null,
      before: '',
      host: '',
      after: visibleText(written),
      warnings: ['This address cannot be opened.'],
    }
  const url = new URL(href)
  const before = href.slice(0, href.indexOf(url.host, url.protocol.length + 2 + userOf(url).length))
  const after = href.slice(before.length + url.host.length)
  return { href, before, host: url.host, after: visibleText(after), warnings: warningsOf(url) }
}

function userOf({ username, password }: URL): string {
  if (username === '' && password === '') return ''
  return `${username}${password === '' ? '' : `:${password}`}@`
}

function warningsOf(url: URL): string[] {
  const { hostname, protocol } = url
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return [
    ...(userOf(url) === '' ? [] : ['The part before the @ is a sign-in name, not where the address leads.']),
    ...(/(?:^|\.)xn--/.test(hostname)
      ? ['The host contains look-alike characters. It is shown encoded, as it is sent.']
      : []),
    ...(isHere ? ['It leads to a program on this machine.'] : []),
    ...(protocol === 'http:' && !isHere ? ['Not encrypted: others can read and change what you see there.'] : []),
  ]
}
