/**
 * A process that servers in several projects share: one launch, supervised once. Each server gets its events as if
 * the process were its own. Questions and messages that belong to calls go to only one of the servers. The servers'
 * calls share one lane, so the router finds the right call anyway.
 */
import type { CallableSession } from '#engine/connections/callable'
import { Connection } from '#engine/connections/connection'
import type { ConnectionEvents, ConnectionOptions, ConnectionRules } from '#engine/connections/connectionOptions'
import type { ListingKind } from '#engine/connections/session/listingKinds'
import { createServerLog, type ServerLog } from '#engine/connections/serverLog'
import type { Session } from '#engine/connections/session/session'
import { SharedFollowing, SharedSession } from '#engine/connections/sharing/sharedSession'
import { internalError } from '#contract/jsonRpc/errorCodes'

/** One server that uses the process. */
export interface Member {
  readonly projectId: string
  readonly options: ConnectionOptions
  readonly events: ConnectionEvents
}

/** Notifications that go to every server, whichever of them subscribed. */
const toldToAll = new Set(['notifications/resources/updated', 'notifications/subscriptions/acknowledged'])

export class SharedProcess {
  readonly key: string
  readonly connection: Connection
  readonly #members = new Set<Member>()
  /** Members that want the process to end. They stay members until it has exited. */
  readonly #leaving = new Set<Member>()
  readonly #listings = new Map<ListingKind, readonly unknown[]>()
  /** The server's icon, from the handshake. */
  #icon: string | null = null
  #sessions: {
    readonly of: Session
    readonly byMember: Map<Member, CallableSession>
    readonly following: SharedFollowing
  } | null = null

  constructor(key: string, { options }: Member) {
    this.key = key
    this.connection = new Connection(
      {
        ...options,
        rules: this.#rules(),
        // The first member may have left by the time the process is launched again.
        prepareLaunch: () => (this.#first()?.options ?? options).prepareLaunch(),
        serverLog: this.#log(options),
      },
      this.#events(),
    )
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  /** A process serves at most one server of each project. */
  hasPlaceFor({ projectId }: Member): boolean {
    return [...this.#members].every((other) => other.projectId !== projectId)
  }

  isWantedByOthersThan(member: Member): boolean {
    return [...this.#members].some((other) => other !== member && !this.#leaving.has(other))
  }

  /** Sets whether the member wants the process to end. */
  setLeaving(member: Member, leaves: boolean): void {
    if (leaves) this.#leaving.add(member)
    else this.#leaving.delete(member)
  }

  /** A member that joins is told what the others already know. */
  add(member: Member): void {
    this.#members.add(member)
    const { state } = this.connection
    if (state.kind !== 'ready') return
    member.events.onEra({ ...state, icon: this.#icon })
    for (const [kind, entries] of this.#listings) member.events.onListing(kind, entries)
  }

  remove(member: Member): void {
    this.#members.delete(member)
    this.#leaving.delete(member)
    this.#sessions?.byMember.delete(member)
    this.#sessions?.following.forget(member)
  }

  /** The session for a member's calls; null while the process takes none. */
  sessionOf(member: Member): CallableSession | null {
    const { session } = this.connection
    if (session === null) return null
    if (this.#sessions?.of !== session)
      this.#sessions = { of: session, byMember: new Map(), following: new SharedFollowing() }
    const { byMember, following } = this.#sessions
    let own = byMember.get(member)
    if (own === undefined) byMember.set(member, (own = new SharedSession(session, member, following)))
    return own
  }

  #first(): Member | undefined {
    return this.#members.values().next().value
  }

  /** The process rests only if all members allow it. */
  #rules(): ConnectionRules {
    const limits = () => [...this.#members].map(({ options }) => options.rules.idleLimitMs ?? null)
    const restart = () => this.#first()?.options.rules.restart ?? 'never'
    return {
      get restart() {
        return restart()
      },
      get idleLimitMs() {
        const all = limits().filter((limit) => limit !== null)
        return all.length === limits().length && all.length > 0 ? Math.max(...all) : null
      },
    }
  }

  #log({ clock, redact }: ConnectionOptions): ServerLog {
    const log = createServerLog({ clock, redact })
    log.subscribe(({ source, text }) => {
      // The projects of one server share its log, so each log gets the line only once.
      for (const one of new Set([...this.#members].map(({ options: { serverLog } }) => serverLog)))
        one.append(source, text)
    })
    return log
  }

  #events(): ConnectionEvents {
    const toAll = (tell: (events: ConnectionEvents) => void) => {
      for (const { events } of this.#members) tell(events)
    }
    return {
      onState: (state) => toAll((events) => events.onState(state)),
      onEra: (eras) => {
        this.#icon = eras.icon ?? null
        toAll((events) => events.onEra(eras))
      },
      onListing: (kind, entries) => {
        this.#listings.set(kind, entries)
        toAll((events) => events.onListing(kind, entries))
      },
      onServerRequest: (request, source) => {
        const first = this.#first()
        if (first === undefined) request.refuse(internalError, 'Switchboard is stopping this server.')
        else first.events.onServerRequest(request, source)
      },
      onNotification: (...said) => {
        if (toldToAll.has(said[0])) toAll((events) => events.onNotification(...said))
        else this.#first()?.events.onNotification(...said)
      },
    }
  }
}

/** The processes that can be shared, by the key of their launch. */
export class SharedProcesses {
  readonly #byKey = new Map<string, SharedProcess[]>()

  /** Finds a process with a place for the member, or creates one. */
  join(key: string, member: Member): SharedProcess {
    const processes = this.#byKey.get(key) ?? []
    let process = processes.find((one) => one.hasPlaceFor(member))
    if (process === undefined) {
      process = new SharedProcess(key, member)
      this.#byKey.set(key, [...processes, process])
    }
    process.add(member)
    return process
  }

  /** Removes the member. When the last member leaves, the process is stopped, whatever its state. */
  leave(process: SharedProcess, member: Member): void {
    process.remove(member)
    if (!process.isEmpty) return
    void process.connection.stop()
    const others = (this.#byKey.get(process.key) ?? []).filter((one) => one !== process)
    if (others.length === 0) this.#byKey.delete(process.key)
    else this.#byKey.set(process.key, others)
  }
}
