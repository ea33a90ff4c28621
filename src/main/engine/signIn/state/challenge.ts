/** Reads a server's `WWW-Authenticate` header, which says how to sign in. Pure. */

/** The server's Bearer challenge. */
export interface Challenge {
  readonly resourceMetadata: URL | null
  readonly scope: string | null
  readonly error: string | null
  readonly errorDescription: string | null
}

interface ReadChallenge {
  readonly scheme: string
  readonly parameters: Map<string, string>
}

/** The server's Bearer challenge; null if no header has one. */
export function bearerChallenge(headers: readonly string[]): Challenge | null {
  const bearers = headers.flatMap(readChallenges).filter(({ scheme }) => scheme === 'bearer')
  // Proxies add challenges of their own. The one with the most parameters is the server's.
  const [first] = bearers.toSorted((one, other) => other.parameters.size - one.parameters.size)
  if (first === undefined) return null
  const { parameters } = first
  return {
    resourceMetadata: webAddress(parameters.get('resource_metadata')),
    scope: parameters.get('scope')?.trim() || null,
    error: parameters.get('error') || null,
    errorDescription: parameters.get('error_description') || null,
  }
}

function webAddress(text: string | undefined): URL | null {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

const token = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y
/** A token68 value: one string of credentials that some schemes use instead of name=value parameters. */
const token68 = /[0-9A-Za-z\-._~+/]+=*/y
const space = /[ \t]*/y
const separators = /[ \t,]*/y

/** A header may have several challenges, with commas both between them and between their parameters. */
function readChallenges(header: string): ReadChallenge[] {
  const found: ReadChallenge[] = []
  let at = 0
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const text = pattern.exec(header)?.[0] ?? ''
    at += text.length
    return text
  }
  for (take(separators); at < header.length; take(separators)) {
    const name = take(token).toLowerCase()
    if (name === '') {
      at += 1
      continue
    }
    const gap = take(space)
    const current = found.at(-1)
    if (header[at] === '=' && current !== undefined) {
      at += 1
      take(space)
      const value = header[at] === '"' ? takeQuoted() : take(bareValue)
      if (!current.parameters.has(name)) current.parameters.set(name, value)
      continue
    }
    found.push({ scheme: name, parameters: new Map() })
    if (gap !== '') takeToken68()
  }
  return found

  function takeToken68(): void {
    const before = at
    take(token68)
    take(space)
    if (at < header.length && header[at] !== ',') at = before
  }

  function takeQuoted(): string {
    const characters: string[] = []
    for (at += 1; at < header.length && header[at] !== '"'; at += 1) {
      if (header[at] === '\\' && at + 1 < header.length) at += 1
      characters.push(header[at] ?? '')
    }
    at += 1
    return characters.join('')
  }
}

/** An unquoted value. Some servers leave addresses unquoted, although their characters are not allowed there. */
const bareValue = /[^\s,"]*/y
