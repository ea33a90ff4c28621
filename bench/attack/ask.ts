/**
 * `fetch` without keep-alive, because an idle connection from this run would look like a handle that an attack leaked.
 */
interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

export function ask(url: string, { headers, ...rest }: Asking = {}): Promise<Response> {
  return fetch(url, { ...rest, headers: { ...headers, connection: 'close' } })
}
