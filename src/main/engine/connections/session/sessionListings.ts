/** The lists of one session: read when it starts, then kept up to date in the way in which its era tells of changes. */
import { ChangeSubscription } from '#engine/connections/session/changeSubscription'
import { within } from '#engine/structures/waits'
import { FollowedListing } from '#engine/connections/session/followedListing'
import type { Handshake } from '#engine/connections/session/handshake'
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
  readonly handshake: () => Handshake
  /** Gives params what the server's era demands. */
  readonly dress: (params: Record<string, unknown>) => unknown
  readonly request: (method: string, params: Record<string, unknown>, observer: RequestObserver) => void
  readonly onEntries: (kind: ListingKind, entries: readonly unknown[]) => void
  /** A later list could not be read. */
  readonly onUnreadable: (message: string) => void
  readonly clock: Clock
  readonly random: Random
  readonly limitMs: number
}

/** How long a server may take to list what is not tools before it counts as ready. */
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
        onUnreadable: (reason) => onUnreadable(`Its new list of ${kind} could not be read: ${reason}`),
      })
    this.#byKind = {
      tools: listing('tools'),
      prompts: listing('prompts'),
      resources: listing('resources'),
      templates: listing('templates'),
    }
  }

  /** A request that asks to be told of changes waits for its answer. */
  get isSubscribed(): boolean {
    return this.#subscription?.isOpen === true
  }

  /** Tools are waited for. The rest is, too, but not for long: a server that is slow with it is ready without it. */
  async readFirst(): Promise<void> {
    const others = allListingKinds.filter((kind) => kind !== 'tools').map((kind) => this.#byKind[kind].readFirstSoon())
    await this.#byKind.tools.readFirst()
    await within(this.#options.clock, secondaryListingMs, Promise.all(others)).catch(() => undefined)
  }

  follow(): void {
    this.#subscribe()
    for (const kind of allListingKinds) this.#byKind[kind].follow()
  }

  readAnew(kinds: readonly ListingKind[] = allListingKinds): void {
    for (const kind of kinds) this.#byKind[kind].readAnew()
  }

  /** False for a notification that is about something else, or may be: others subscribe, too. */
  takeNotification(method: string): boolean {
    const changed = kindsChangedBy(method)
    const isAcknowledged = method === 'notifications/subscriptions/acknowledged'
    if (isAcknowledged) this.#subscription?.acknowledged()
    this.readAnew(changed)
    return changed.length > 0
  }

  /** The server is gone: nothing is asked of it any more. */
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

  /** In the modern era changes are told only to those who ask for them. */
  #subscribe(): void {
    const { handshake, request, clock, random } = this.#options
    const { era, capabilities } = handshake()
    const told = allListingKinds.filter((kind) => {
      const capability = capabilities[listingKinds[kind].capability] as { listChanged?: unknown } | undefined
      return capability?.listChanged === true
    })
    if (era !== 'modern' || told.length === 0) return
    const filter = [...new Set(told.map((kind) => listingKinds[kind].subscription))]
    this.#subscription = new ChangeSubscription({ request, filter, onGap: () => this.readAnew(told), clock, random })
    this.#subscription.open()
  }
}
