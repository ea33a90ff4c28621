/** `fetch` without keep-alive: an idle connection of this run would look like a handle leaked by an attack. */
interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

export function ask(url: string, { headers, ...rest }: Asking = {}): Promise<Response> {
  return fetch(url, { ...rest, headers: { ...headers, connection: 'close' } })
}
