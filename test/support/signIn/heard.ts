/** The requests that a test peer received, in order, with a way to wait for them. */
import type { IncomingHttpHeaders } from 'node:http'

export interface Heard<Endpoint extends string> {
  readonly endpoint: Endpoint
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly form: URLSearchParams
}

export class Hearing<Endpoint extends string> {
  readonly all: Heard<Endpoint>[] = []
  readonly #waiting = new Set<() => void>()

  note(heard: Heard<Endpoint>): void {
    this.all.push(heard)
    for (const look of this.#waiting) look()
  }

  of(endpoint: Endpoint): readonly Heard<Endpoint>[] {
    return this.all.filter((heard) => heard.endpoint === endpoint)
  }

  /** Resolves when the endpoint has received this many requests. */
  seen(endpoint: Endpoint, count = 1): Promise<readonly Heard<Endpoint>[]> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.of(endpoint)
        if (found.length < count) return
        this.#waiting.delete(look)
        resolve(found)
      }
      this.#waiting.add(look)
      look()
    })
  }
}
