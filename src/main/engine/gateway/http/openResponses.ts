/** Unfinished responses by grant key, so that revoking a grant can end them. */
import type { ServerResponse } from 'node:http'

export class OpenResponses {
  readonly #byKey = new Map<string, Set<ServerResponse>>()

  add(key: string, response: ServerResponse): void {
    let own = this.#byKey.get(key)
    if (own === undefined) this.#byKey.set(key, (own = new Set()))
    own.add(response)
    response.once('close', () => this.#remove(key, response))
  }

  /** Destroys a grant's unfinished responses. Call this after everything that can end in good order has done so. */
  endAllOf(key: string): void {
    for (const response of this.#byKey.get(key) ?? []) if (!response.writableEnded) response.destroy()
  }

  #remove(key: string, response: ServerResponse): void {
    const own = this.#byKey.get(key)
    own?.delete(response)
    if (own?.size === 0) this.#byKey.delete(key)
  }
}
