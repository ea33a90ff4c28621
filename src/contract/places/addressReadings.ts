/**
 * Finds the URLs that a string may open. Programs disagree about backslashes, user names and missing schemes, so a
 * string may have several readings, each normalised by the URL standard. Pure.
 */
import { withoutDotSegments } from '#contract/places/pathReadings'

interface ParsedAddress {
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
}

/** Browsers and Node both have this global. The contract is compiled for neither. */
declare const URL: {
  new (text: string): ParsedAddress
  canParse(text: string): boolean
}

export interface AddressReading {
  /** The scheme; `web` for http, https, ws and wss, which lead to the same servers. Empty if the address has none. */
  readonly scheme: string
  readonly host: string
  /** Empty: the scheme's default port. */
  readonly port: string
  readonly segments: readonly string[]
  /** Whether the path ends with a slash. */
  readonly isFolder: boolean
  readonly search: string
}

const webSchemes = new Set(['http', 'https', 'ws', 'wss'])
const schemePattern = /^([a-z][a-z0-9+.-]+):/i
/** Schemes that wrap another one: `git+https:`, `view-source:https:`. */
const wrappingSchemes = /^(?:[a-z][a-z0-9.-]*[+:])+(?=(?:https?|wss?|ftp):)/i
const looksLikeHost = /^[^\s/\\?#]+\.[^\s/\\?#]+|^localhost(?=$|[:/\\?#])|^\[/i

export function parsedAddress(text: string): ParsedAddress | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** Expects a string without control characters or surrounding blanks. */
export function addressReadings(text: string): AddressReading[] {
  const bare = text.replace(wrappingSchemes, '')
  const scheme = schemePattern.exec(bare)?.[1]?.toLowerCase() ?? ''
  // `localhost:80` has a host but no scheme.
  const hasScheme = scheme !== '' && !/^[a-z0-9.-]+:\d+(?:$|[/\\?#])/i.test(bare)
  const rest = hasScheme ? bare.slice(scheme.length + 1) : bare
  const isOfWeb = webSchemes.has(scheme)
  if (!hasScheme && !/^[/\\]{2}/.test(rest) && !looksLikeHost.test(rest)) return []
  if (hasScheme && !isOfWeb && !/^[/\\]{2}/.test(rest)) return []
  const afterSlashes = rest.replace(/^[/\\]+/, '')
  const authority = /^[^/?#]*/.exec(afterSlashes)?.[0] ?? ''
  const withoutUser = authority.slice(authority.lastIndexOf('@') + 1) + afterSlashes.slice(authority.length)
  const family = isOfWeb ? 'web' : hasScheme ? scheme : ''
  return [...new Set([afterSlashes, withoutUser])].flatMap((one) => {
    const parsed = parsedAddress(`https://${one}`)
    return parsed === null ? [] : [readingOf(parsed, family, scheme)]
  })
}

function readingOf(
  { hostname, port, pathname, search }: ParsedAddress,
  family: string,
  scheme: string,
): AddressReading {
  return {
    scheme: family,
    host: plainHost(hostname),
    port: scheme === 'http' || scheme === 'ws' ? port.replace(/^80$/, '') : port,
    segments: withoutDotSegments(pathname.toLowerCase().split('/'), false),
    isFolder: pathname.endsWith('/'),
    search: search.toLowerCase(),
  }
}

/** Gives names and numbers of the same host one spelling. */
function plainHost(hostname: string): string {
  const host = hostname.toLowerCase().replace(/(?<!\.)\.+$/, '')
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host)
  const plain = mapped === null ? host : dotted(mapped[1] ?? '', mapped[2] ?? '')
  return /^127\.|^0\.0\.0\.0$|^\[::1?\]$|(?:^|\.)localhost$/.test(plain) ? 'localhost' : plain
}

function dotted(high: string, low: string): string {
  const [one, other] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [one >> 8, one & 255, other >> 8, other & 255].join('.')
}
