/**
 * The resources that a modern subscription follows. Their servers are all asked at the same time. Changes are announced
 * once the client has been told which resources are followed.
 */
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { Scope } from '#engine/registry/catalog/scope'

export class FollowedSet {
  readonly #parts: GatewayParts
  readonly #scope: Scope
  readonly #stops = new Map<string, () => void>()
  readonly #untold = new Set<string>()
  #tell: ((uri: string) => void) | null = null
  #closed = false

  constructor(parts: GatewayParts, scope: Scope) {
    this.#parts = parts
    this.#scope = scope
  }

  /**
   * Follows these resources, and returns the URIs for which that worked. A slow server delays only its own resources.
   */
  async follow(uris: readonly string[]): Promise<readonly string[]> {
    const { readiness, clock, limits } = this.#parts
    await readiness.wait(this.#scope)
    await new Promise<void>((resolve) => {
      const timer = clock.after(limits.subscribeWaitMs, resolve)
      void Promise.all(uris.map((uri) => this.#followOne(uri))).then(() => {
        timer.cancel()
        resolve()
      })
    })
    this.#closed = true
    return uris.filter((uri) => this.#stops.has(uri))
  }

  /** Announces the changes that have already arrived, and all later ones. */
  tell(listener: (uri: string) => void): void {
    this.#tell = listener
    for (const uri of this.#untold) listener(uri)
    this.#untold.clear()
  }

  end(): void {
    this.#closed = true
    this.#tell = null
    for (const stop of this.#stops.values()) stop()
    this.#stops.clear()
  }

  /** Follows one resource. If that fails, the acknowledgement leaves the resource out, which tells the client. */
  async #followOne(uri: string): Promise<void> {
    const onUpdated = () => {
      if (this.#tell === null) this.#untold.add(uri)
      else this.#tell(uri)
    }
    const stop = await this.#parts.resourceUpdates.subscribe(this.#scope, uri, onUpdated).catch(() => null)
    if (this.#closed) stop?.()
    else if (stop !== null) this.#stops.set(uri, stop)
  }
}
