/** The transports, and what is true of each: asked for here by what it can do, so that no other place compares their names. Pure. */

/** A launch names a program that Switchboard starts, an address that it calls, or an image that a container is made of. */
export type Reach = 'process' | 'address' | 'image'

interface TransportFacts {
  readonly reach: Reach
  readonly title: string
  /** `sse` ended with the legacy era. */
  readonly eras: 'both' | 'legacy'
  /** What people and clients call it: one list for files, manifests, requests and commands. */
  readonly words: readonly string[]
}

export const transports = {
  stdio: {
    reach: 'process',
    title: 'Standard input and output',
    eras: 'both',
    words: ['stdio', 'local'],
  },
  http: {
    reach: 'address',
    title: 'Streamable HTTP',
    eras: 'both',
    words: ['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'remote'],
  },
  sse: {
    reach: 'address',
    title: 'HTTP with SSE',
    eras: 'legacy',
    words: ['sse', 'http+sse'],
  },
  container: {
    reach: 'image',
    title: 'Container',
    eras: 'both',
    // No entry says it.
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
/** What files, requests and commands say by an entry of their own. A container is asked for in its own way. */
export type WrittenTransport = ByProcess | ByAddress

const all = Object.keys(transports) as Transport[]
export const addressTransports: readonly ByAddress[] = all.filter(reachesAddress)
/** How an entry is spoken to that says only a command, or only an address. */
export const usualTransport = { process: 'stdio', address: 'http' } as const satisfies {
  readonly [R in Exclude<Reach, 'image'>]: TransportOf<R>
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

/** One answer for each way to reach a server: with another way, every call of this is incomplete until it is named there. */
export function byReach<L extends Spoken, T>(
  launch: L,
  answers: { readonly [R in Reach]: (launch: Extract<L, { readonly transport: TransportOf<R> }>) => T },
): T {
  const answer = answers[transports[launch.transport].reach] as (launch: L) => T
  return answer(launch)
}

const named = new Map(all.flatMap((name) => transports[name].words.map((word) => [plain(word), name] as const)))

/** Upper and lower case, spaces and signs between words make no difference. Null: not a transport of ours. */
export function transportNamed(word: string): Transport | null {
  return named.get(plain(word)) ?? null
}

/** Files say `type`, Switchboard and others `transport`: each means the same everywhere. */
export const transportKeys = ['type', 'transport'] as const

export interface SaidTransport {
  readonly key: string
  readonly word: unknown
  /** Null: not understood. */
  readonly transport: Transport | null
}

/** What an entry of a file says of how it is spoken to. */
export function saidTransports(raw: Readonly<Record<string, unknown>>): SaidTransport[] {
  return transportKeys.flatMap((key) => {
    const word = raw[key]
    return word === undefined ? [] : [{ key, word, transport: typeof word === 'string' ? transportNamed(word) : null }]
  })
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_+-]/g, '')
}
