/** The resources whose changes a legacy client follows. */
import { AppError } from '#contract/errors'
import { notificationJson } from '#contract/jsonRpc/messages'
import type { MessageStream } from '#engine/gateway/request/reply'
import type { Scope } from '#engine/registry/catalog/scope'
import type { ResourceUpdates } from '#engine/router/resources/resourceUpdates'

export class FollowedResources {
  /** Functions that stop following, by URI. Null while the server is being asked. */
  readonly #stops = new Map<string, (() => void) | null>()
  /** Resources that changed while the client was not listening, and that it has not been told about. */
  readonly #untold = new Set<string>()
  #ended = false

  /** Follows a resource. `tell` is called when there is a change to announce. */
  async follow(updates: ResourceUpdates, scope: Scope, uri: string, limit: number, tell: () => void): Promise<void> {
    const known = this.#stops.get(uri)
    if (known !== undefined && known !== null) {
      // The resource is already followed. The server is asked anyway, so that the client gets the server's own answer.
      const stop = await updates.subscribe(scope, uri, () => undefined)
      stop()
      return
    }
    if (known === undefined && this.#stops.size >= limit)
      throw new AppError('QUEUE_FULL', `A session can follow at most ${limit} resources.`)
    this.#stops.set(uri, null)
    const onUpdated = () => {
      this.#untold.add(uri)
      tell()
    }
    let stop: () => void
    try {
      stop = await updates.subscribe(scope, uri, onUpdated)
    } catch (thrown) {
      if (this.#stops.get(uri) === null) this.#stops.delete(uri)
      throw thrown
    }
    // While the server was being asked, the request was cancelled or made again, or the session ended.
    if (this.#ended || this.#stops.get(uri) !== null) stop()
    else this.#stops.set(uri, stop)
  }

  unfollow(uri: string): void {
    this.#stops.get(uri)?.()
    this.#stops.delete(uri)
    this.#untold.delete(uri)
  }

  tell(stream: MessageStream | null): void {
    if (this.#untold.size === 0 || stream === null || !stream.isReading) return
    for (const uri of this.#untold) stream.send(notificationJson('notifications/resources/updated', { uri }))
    this.#untold.clear()
  }

  end(): void {
    this.#ended = true
    for (const stop of this.#stops.values()) stop?.()
    this.#stops.clear()
    this.#untold.clear()
  }
}
