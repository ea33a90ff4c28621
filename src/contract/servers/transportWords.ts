/** What people and clients call the transports: one list for files, manifests, requests and commands. Pure. */

export const transportWords = {
  stdio: ['stdio', 'local'],
  http: ['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'remote'],
  sse: ['sse', 'http+sse'],
} as const
export type Transport = keyof typeof transportWords

const transports: readonly Transport[] = ['stdio', 'http', 'sse']
const named = new Map(transports.flatMap((name) => transportWords[name].map((word) => [plain(word), name] as const)))

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
