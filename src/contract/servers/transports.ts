/**
 * The transports, and the facts about each. Other modules ask for these facts instead of comparing transport names.
 * Pure.
 */

/** What a launch names: a program to start, an address to call, or an image for a container. */
export type Reach = 'process' | 'address' | 'image'

interface TransportFacts {
  readonly reach: Reach
  readonly title: string
  /** The protocol eras that have the transport. `sse` ended with the legacy era. */
  readonly eras: 'both' | 'legacy'
  /** The schemes of the transport's addresses; empty if it has no addresses. */
  readonly schemes: readonly string[]
  /**
   * The transport's names as people and clients write them. Files, manifests, requests and commands share this list.
   */
  readonly words: readonly string[]
}

export const transports = {
  stdio: {
    reach: 'process',
    title: 'Standard input and output',
    eras: 'both',
    schemes: [],
    words: ['stdio', 'local'],
  },
  http: {
    reach: 'address',
    title: 'Streamable HTTP',
    eras: 'both',
    schemes: ['http', 'https'],
    words: ['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'remote'],
  },
  sse: {
    reach: 'address',
    title: 'HTTP with SSE',
    eras: 'legacy',
    schemes: ['http', 'https'],
    words: ['sse', 'http+sse'],
  },
  container: {
    reach: 'image',
    title: 'Container',
    eras: 'both',
    schemes: [],
    // No entry can name this transport.
    words: [],
  },
} as const satisfies Readonly<Record<string, TransportFacts>>
export type Transport = keyof typeof transports

type TransportOf<R extends Reach> = {
  [T in Transport]: (typeof transports)[T]['reach'] extends R ? T : never
}[Transport]
type ByProcess = TransportOf<'process'>
type ByAddress = TransportOf<'address'>
type ByImage = TransportOf<'image'>
/** Transports that an entry in files, requests and commands can name. Containers have a request of their own. */
export type WrittenTransport = ByProcess | ByAddress

const all = Object.keys(transports) as Transport[]
export const addressTransports: readonly ByAddress[] = all.filter(reachesAddress)
export const writtenTransports: readonly WrittenTransport[] = all.filter(
  (name) => transports[name].reach === 'process' || reachesAddress(name),
) as WrittenTransport[]
/** The transport of an entry that has only a command, or only an address with an unknown scheme. */
export const usualTransport = { process: 'stdio', address: 'http' } as const satisfies {
  readonly [R in Exclude<Reach, 'image'>]: TransportOf<R>
}

/** Returns null if the text has no scheme, for example because a `${NAME}` contains the scheme. */
function schemeOf(text: string): string | null {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? null
}

function takesScheme(transport: Transport, scheme: string | null): boolean {
  const schemes: readonly string[] = transports[transport].schemes
  return scheme !== null && schemes.includes(scheme)
}

export function isServerAddress(text: string): boolean {
  const scheme = schemeOf(text)
  return addressTransports.some((transport) => takesScheme(transport, scheme))
}

/** How a transport's addresses begin. The scheme may be in a `${NAME}`. */
export function beginningOf(transport: ByAddress): RegExp {
  return new RegExp(`^(?:(?:${transports[transport].schemes.join('|')})://|\\$\\{)`, 'i')
}

/** The schemes of addresses, written for people: `http:// or https://`. */
export function addressBeginnings(among: readonly ByAddress[] = addressTransports): string {
  return [...new Set(among.flatMap((transport) => transports[transport].schemes))]
    .map((one) => `${one}://`)
    .join(' or ')
}

/** The transport for an address whose scheme does not decide: the previous transport if it accepts the address. */
export function transportAt(address: string, before: Transport | null = null): ByAddress {
  const scheme = schemeOf(address)
  const kept = reachesAddress(before) ? before : usualTransport.address
  if (scheme === null || takesScheme(kept, scheme)) return kept
  return addressTransports.find((transport) => takesScheme(transport, scheme)) ?? kept
}

interface Spoken {
  readonly transport: Transport
}

export function hasProcess<L extends Spoken>(launch: L): launch is Extract<L, { readonly transport: ByProcess }> {
  return transports[launch.transport].reach === 'process'
}

export function hasAddress<L extends Spoken>(launch: L): launch is Extract<L, { readonly transport: ByAddress }> {
  return reachesAddress(launch.transport)
}

export function isContainer<L extends Spoken>(launch: L): launch is Extract<L, { readonly transport: ByImage }> {
  return transports[launch.transport].reach === 'image'
}

export function reachesAddress(transport: Transport | null): transport is ByAddress {
  return transport !== null && transports[transport].reach === 'address'
}

/**
 * Picks the answer for the way in which the launch reaches its server. When a way is added, no call compiles until it
 * has an answer for that way.
 */
export function byReach<L extends Spoken, T>(
  launch: L,
  answers: { readonly [R in Reach]: (launch: Extract<L, { readonly transport: TransportOf<R> }>) => T },
): T {
  const answer = answers[transports[launch.transport].reach] as (launch: L) => T
  return answer(launch)
}

const named = new Map(all.flatMap((name) => transports[name].words.map((word) => [plain(word), name] as const)))

/** Finds a transport by name, whatever its case, spaces and punctuation. Null: the name is unknown. */
export function transportNamed(word: string): Transport | null {
  return named.get(plain(word)) ?? null
}

/** Files use `type`; Switchboard and others use `transport`. Both mean the same everywhere. */
export const transportKeys = ['type', 'transport'] as const

export interface SaidTransport {
  readonly key: string
  readonly word: unknown
  /** Null: the word is unknown. */
  readonly transport: Transport | null
}

/** What a file's entry says about its transport. */
export function saidTransports(raw: Readonly<Record<string, unknown>>): SaidTransport[] {
  return transportKeys.flatMap((key) => {
    const word = raw[key]
    return word === undefined ? [] : [{ key, word, transport: typeof word === 'string' ? transportNamed(word) : null }]
  })
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_+-]/g, '')
}
