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

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_+-]/g, '')
}
