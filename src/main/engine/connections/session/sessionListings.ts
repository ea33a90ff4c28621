/**
 * Reads the lists of one session at its start, then keeps them up to date in the way that the server's era provides.
 */
import { ChangeSubscription } from '#engine/connections/session/changeSubscription'
import { within } from '#engine/structures/waits'
import { FollowedListing } from '#engine/connections/session/followedListing'
import type { ServerHandshake } from '#engine/connections/session/handshake'
import type { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
import { readListing } from '#engine/connections/session/listing'
import {
  allListingKinds,
  kindsChangedBy,
  type ListingKind,
  listingKinds,
} from '#engine/connections/session/listingKinds'
import type { Clock, Random } from '#engine/ports'

export interface SessionListingsOptions {
  readonly peer: JsonRpcPeer
  readonly handshake: () => ServerHandshake
  /** Adds to params what the server's era requires. */
  readonly dress: (params: Record<string, unknown>) => unknown
  readonly request: (method: string, params: Record<string, unknown>, observer: RequestObserver) => void
  readonly onEntries: (kind: ListingKind, entries: readonly unknown[]) => void
  /** Called when a list could not be read. If it is the first list of tools, the start fails instead. */
  readonly onUnreadable: (message: string) => void
  readonly clock: Clock
  readonly random: Random
  readonly limitMs: number
}

/** How long the lists other than tools may take. After that, the server counts as ready without them. */
const secondaryListingMs = 3_000

export class SessionListings {
  readonly #options: SessionListingsOptions
  readonly #byKind: Readonly<Record<ListingKind, FollowedListing>>
  #subscription: ChangeSubscription | null = null

  constructor(options: SessionListingsOptions) {
    this.#options = options
    const { clock, limitMs, onEntries, onUnreadable } = options
    const listing = (kind: ListingKind) =>
      new FollowedListing({
        read: (onPage) => this.#read(kind, onPage),
        clock,
        limitMs,
        onEntries: (entries) => onEntries(kind, entries),
        onUnreadable: (reason) => onUnreadable(`The server's list of ${kind} could not be read: ${reason}`),
      })
    this.#byKind = {
      tools: listing('tools'),
      prompts: listing('prompts'),
      resources: listing('resources'),
      templates: listing('templates'),
    }
  }

  /** Whether the request that subscribes to changes is waiting for its answer. */
  get isSubscribed(): boolean {
    return this.#subscription?.isOpen === true
  }

  /**
   * Waits for the tools, but only briefly for the other lists: a server that is slow with them is ready without them.
   */
  async readFirst(): Promise<void> {
    const others = allListingKinds.filter((kind) => kind !== 'tools').map((kind) => this.#byKind[kind].readFirstSoon())
    await this.#byKind.tools.readFirst()
    await within(this.#options.clock, secondaryListingMs, Promise.all(others)).catch(() => undefined)
  }

  follow(): void {
    this.#subscribe()
    for (const kind of allListingKinds) this.#byKind[kind].follow()
  }

  readAgain(kinds: readonly ListingKind[] = allListingKinds): void {
    for (const kind of kinds) this.#byKind[kind].readAgain()
  }

  /**
   * Returns false for a notification that callers may also need: anything but a list change. An acknowledgement may
   * belong to a caller's own subscription.
   */
  takeNotification(method: string): boolean {
    const changed = kindsChangedBy(method)
    const isAcknowledged = method === 'notifications/subscriptions/acknowledged'
    if (isAcknowledged) this.#subscription?.acknowledged()
    this.readAgain(changed)
    return changed.length > 0
  }

  /** Call when the server is gone, so that no more requests are sent to it. */
  unsubscribe(): void {
    this.#subscription?.close()
  }

  close(): void {
    this.unsubscribe()
    for (const kind of allListingKinds) this.#byKind[kind].close()
  }

  async #read(kind: ListingKind, onPage: (length: number) => void): Promise<readonly unknown[]> {
    const { peer, handshake, dress } = this.#options
    if (handshake().capabilities[listingKinds[kind].capability] === undefined) return []
    return readListing(peer, kind, dress, onPage)
  }

  /** In the modern era, only subscribers are told of changes. */
  #subscribe(): void {
    const { handshake, request, clock, random } = this.#options
    const { era, capabilities } = handshake()
    const told = allListingKinds.filter((kind) => {
      const capability = capabilities[listingKinds[kind].capability] as { listChanged?: unknown } | undefined
      return capability?.listChanged === true
    })
    if (era !== 'modern' || told.length === 0) return
    const filter = [...new Set(told.map((kind) => listingKinds[kind].subscription))]
    this.#subscription = new ChangeSubscription({ request, filter, onGap: () => this.readAgain(told), clock, random })
    this.#subscription.open()
  }
}
