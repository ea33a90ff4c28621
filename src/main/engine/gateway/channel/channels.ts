/** Keeps track of all clients on channels. */
import { ChannelClient } from '#engine/gateway/channel/channelClient'
import type { ChannelMethods, ChannelOptions } from '#engine/gateway/channel/channelParts'
import type { HashesOf } from '#engine/gateway/lists/knownLists'

export class Channels {
  readonly #methods: ChannelMethods
  readonly #clients = new Set<ChannelClient>()
  #made = 0

  constructor(methods: ChannelMethods) {
    this.#methods = methods
  }

  get size(): number {
    return this.#clients.size
  }

  /** The number of unanswered requests on all channels. */
  get underWay(): number {
    let sum = 0
    for (const client of this.#clients) sum += client.underWay
    return sum
  }

  open(options: Omit<ChannelOptions, 'key'>): ChannelClient {
    const key = `channel ${++this.#made}`
    const client = new ChannelClient({ ...options, key }, this.#methods)
    this.#clients.add(client)
    options.channel.onClosed(() => {
      this.#clients.delete(client)
      this.#methods.parts.callerGone(key)
    })
    return client
  }

  publish(hashesOf: HashesOf): void {
    for (const client of this.#clients) client.publish(hashesOf)
  }

  /** Ends the channels that were opened with this grant key. */
  revoke(key: string): void {
    for (const client of this.#clients) client.revoke(key)
  }

  close(): void {
    for (const client of this.#clients) client.stopListening()
  }
}
