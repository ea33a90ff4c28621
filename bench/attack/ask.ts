/** `fetch`, but that no connection is kept: handles of this run would be taken for handles that an attack has left. */
interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

export function ask(url: string, { headers, ...rest }: Asking = {}): Promise<Response> {
  return fetch(url, { ...rest, headers: { ...headers, connection: 'close' } })
}
