/** Decides whether a key may be sent to an address. Pure. */
import { isIP } from 'node:net'

export type AddressVerdict = { readonly url: URL } | { readonly problem: string }

/** Parses an address. An unencrypted one must be on this machine or a private network, unless the owner allows it. */
export function readModelAddress(text: string, allowPlain: boolean): AddressVerdict {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    return { problem: 'The model address must begin with http:// or https://.' }
  if (url.username !== '' || url.password !== '')
    return { problem: 'The model address must not contain a password. Enter the key or a header separately.' }
  if (url.protocol === 'http:' && !allowPlain && !isPrivate(url.hostname))
    return {
      problem: `Your messages and your key would be sent to ${url.hostname} unencrypted. Use https, or allow it.`,
    }
  return { url }
}

function isPrivate(hostname: string): boolean {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (isIP(host) === 4) return /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host)
  if (isIP(host) === 6) return host === '::1' || /^(?:f[cd]|fe[89ab])/i.test(host)
  return host === 'localhost' || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host)
}
