/** The parts of the Messages API that each kind of endpoint understands, and its headers and addresses. Pure. */

export interface Endpoint {
  readonly kind: 'anthropic' | 'custom'
  readonly baseUrl: URL
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** Which parts of the Messages API an endpoint understands. */
interface Dialect {
  readonly version: string
  readonly countsTokens: boolean
  readonly showsThinking: boolean
  readonly hasKnownPrices: boolean
  /** Whether the key is also sent as `x-api-key`, which other implementations may read instead. */
  readonly olderKeyName: boolean
  /** Whether the list of models requires a valid key. If it does, it also proves that the endpoint has this API. */
  readonly listChecksKey: boolean
}

export const dialects: Readonly<Record<Endpoint['kind'], Dialect>> = {
  anthropic: {
    version: '2026-10-21',
    countsTokens: true,
    showsThinking: true,
    hasKnownPrices: true,
    olderKeyName: false,
    listChecksKey: true,
  },
  custom: {
    version: '2023-06-01',
    countsTokens: false,
    showsThinking: false,
    hasKnownPrices: false,
    olderKeyName: true,
    listChecksKey: false,
  },
}

const bareHeaders = { 'user-agent': 'switchboard' }

/** The headers for a request to a URL. The key goes only to the endpoint's own origin. */
export function headersFor(endpoint: Endpoint): (url: URL) => Readonly<Record<string, string>> {
  const own = ownHeaders(endpoint)
  return ({ origin }) => (origin === endpoint.baseUrl.origin ? own : bareHeaders)
}

/** The address before `/v1/…`: people enter it with and without that. */
export function apiBase({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/(v1\/?)?$/, '')}`
}

function ownHeaders({ kind, key, headers }: Endpoint): Readonly<Record<string, string>> {
  const { version, olderKeyName } = dialects[kind]
  return {
    ...bareHeaders,
    'anthropic-version': version,
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(key !== null && olderKeyName ? { 'x-api-key': key } : {}),
    ...headers,
  }
}
