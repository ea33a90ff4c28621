/**
 * One followed resource at one server. Each of the server's sessions gets one subscription, in the form that its era
 * requires. The subscription is cancelled when no follower is left. Steps run one at a time, so that no answer
 * overtakes another.
 */
import { AppError } from '#contract/errors'
import type { ProtocolEra } from '#contract/servers/server'
import { type CallableConnection, type CallableSession, connectionOf } from '#engine/connections/callable'
import { declaredCapabilities } from '#engine/connections/peer/declaredCapabilities'
import { Paced } from '#engine/connections/peer/paced'
import { methodNotFound } from '#contract/jsonRpc/errorCodes'
import type { Clock, Timer } from '#engine/ports'
import type { Scope } from '#engine/registry/catalog/scope'
import type { HeardFrom } from '#engine/registry/servers/connectionListener'
import type { Caller, Router } from '#engine/router/call'
import type { RouterServers } from '#engine/router/targets/routerServers'

export interface WatchedResourceOptions {
  readonly servers: RouterServers
  readonly router: Router
  readonly clock: Clock
}

/** The subscription in one session. */
interface Held {
  readonly session: CallableSession
  /** The id of the request that stays open in the modern era; null in the legacy era. */
  readonly listenId: number | null
}

const caller: Caller = { key: 'resource subscriptions', capabilities: {}, ask: null }
const listenContext = { projectId: null, callerKey: caller.key }
/** How long a modern server may take to acknowledge a subscription. */
const acknowledgeMs = 30_000
/** How long to wait before a modern server that ended the request is asked again. */
const againMs = 1_000
/**
 * The maximum number of updates per minute, which may all come together. Beyond it, followers hear of changes only from
 * time to time.
 */
const maxUpdatesPerMinute = 600
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId'

export class WatchedResource {
  readonly listeners = new Set<() => void>()
  readonly of: HeardFrom
  readonly uri: string
  /** Reports that the resource, or something below it, has changed. */
  readonly updated: Paced<null>
  /** The followers' era, if the server has a session for it. */
  readonly #era: ProtocolEra | undefined
  readonly #options: WatchedResourceOptions
  #held: Held | null = null
  #working: Promise<void> | null = null
  #acknowledge: ((params: Readonly<Record<string, unknown>>) => void) | null = null

  constructor(of: HeardFrom, uri: string, era: ProtocolEra | undefined, options: WatchedResourceOptions) {
    this.of = of
    this.uri = uri
    this.#era = era
    this.#options = options
    this.updated = new Paced(options.clock, maxUpdatesPerMinute, () => {
      for (const listener of this.listeners) listener()
    })
  }

  /**
   * Subscribes or unsubscribes at the server as needed. Concurrent calls share one run. Rejects if the server
   * refuses.
   */
  bringInStep(): Promise<void> {
    this.#working ??= Promise.resolve().then(() => this.#work())
    return this.#working
  }

  /**
   * Call when the server's session may have changed. A server that is back is asked again. A server that is down is
   * left alone until it is back.
   */
  async sessionMayHaveChanged(): Promise<void> {
    const session = this.#session()
    if (this.#held !== null && this.#held.session !== session) this.#letGo()
    if (session !== null && this.#held === null && this.listeners.size > 0) await this.bringInStep()
  }

  /** Whether updates from this connection concern this subscription: a server may have several sessions. */
  isTold(source: object): boolean {
    const connection = this.#connection()
    return connection !== null && (connection.target ?? connection) === source
  }

  acknowledged(params: Readonly<Record<string, unknown>>): void {
    this.#acknowledge?.(params)
  }

  async #work(): Promise<void> {
    try {
      while (this.listeners.size > 0 ? !this.#isHeld() : this.#held !== null) {
        if (this.listeners.size > 0) await this.#subscribe()
        else await this.#unsubscribe()
      }
    } finally {
      this.#working = null
    }
  }

  #isHeld(): boolean {
    return this.#held !== null && this.#held.session === this.#session()
  }

  #connection(): CallableConnection | null {
    const server = this.#options.servers.inUse(this.of.pairId)
    return server === null ? null : connectionOf(server, caller.key, this.#era)
  }

  #session(): CallableSession | null {
    return this.#connection()?.session ?? null
  }

  #spoken(): ProtocolEra | null {
    const state = this.#connection()?.state
    return state?.kind === 'ready' ? state.era : null
  }

  async #subscribe(): Promise<void> {
    const before = this.#session()
    if (before !== null && this.#spoken() === 'modern') {
      await this.#listen(before)
      return
    }
    // The router starts a resting server. The server's era is known in the next round.
    await this.#ask('resources/subscribe').catch((thrown: unknown) => {
      if (before !== null || this.#spoken() !== 'modern') throw thrown
    })
    const session = this.#session()
    const isSure = session !== null && (before === null || before === session) && this.#spoken() === 'legacy'
    this.#held = isSure ? { session, listenId: null } : null
  }

  async #unsubscribe(): Promise<void> {
    const isOpen = this.#isHeld() && this.#held?.listenId === null
    this.#letGo()
    // No follower is left, so a refusal does not matter.
    if (isOpen) await this.#ask('resources/unsubscribe').catch(() => undefined)
  }

  #letGo(): void {
    const held = this.#held
    this.#held = null
    if (held === null || held.listenId === null) return
    held.session.cancel(held.listenId, 'no follower is left')
    held.session.forget(held.listenId)
  }

  async #ask(method: 'resources/subscribe' | 'resources/unsubscribe'): Promise<void> {
    const projectId = this.#options.servers.inUse(this.of.pairId)?.row.projectId ?? null
    const scope: Scope = {
      kind: 'server',
      slug: this.of.slug,
      ...(projectId !== null && { projectId }),
      ...(this.#era !== undefined && { era: this.#era }),
    }
    await this.#options.router.request(scope, method, { params: { uri: this.uri }, caller })
  }

  #listen(session: CallableSession): Promise<void> {
    return new Promise((resolve, reject) => {
      let timer: Timer | null = null
      const ended = (error: AppError | null) => {
        timer?.cancel()
        this.#acknowledge = null
        if (error !== null) reject(error)
        else resolve()
      }
      const over = (reason: string) => {
        ended(new AppError('SERVER_LOST', `The server ended the subscription: ${reason}.`))
        if (this.#held?.session !== session || this.#held.listenId !== id) return
        this.#held = null
        this.#options.clock.after(againMs, () => void this.sessionMayHaveChanged().catch(() => undefined))
      }
      const id = session.request(
        'subscriptions/listen',
        { notifications: { resourceSubscriptions: [this.uri] } },
        // Some servers decide by a client's capabilities, so they must get the same ones as in the followers' calls.
        declaredCapabilities,
        {
          onResult: () => over('it answered the request'),
          onError: (error) => ended(new AppError('SERVER_ERROR', error.message, { data: error })),
          onLost: over,
        },
        listenContext,
      )
      const giveUp = (error: AppError) => {
        session.cancel(id, error.message)
        session.forget(id)
        ended(error)
      }
      timer = this.#options.clock.after(acknowledgeMs, () =>
        giveUp(new AppError('CALL_TIMED_OUT', 'The server did not acknowledge the subscription.')),
      )
      this.#acknowledge = (params) => {
        const { _meta, notifications } = params as { _meta?: Record<string, unknown>; notifications?: unknown }
        if (_meta?.[subscriptionKey] !== id) return
        if (honours(notifications, this.uri)) {
          this.#held = { session, listenId: id }
          ended(null)
        } else giveUp(refusal())
      }
    })
  }
}

function honours(notifications: unknown, uri: string): boolean {
  const { resourceSubscriptions: agreed } = (notifications ?? {}) as { resourceSubscriptions?: unknown }
  return Array.isArray(agreed) && agreed.includes(uri)
}

function refusal(): AppError {
  const message = 'The server does not send updates for this resource.'
  return new AppError('SERVER_ERROR', message, { data: { code: methodNotFound, message } })
}
