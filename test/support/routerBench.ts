/**
 * Runs the real router with scripted servers. Each call carries a nonce, and everything that becomes visible of its
 * outcome is recorded.
 */
import type { AppError } from '#contract/errors'
import type { CallableServer } from '#engine/connections/callable'
import type { ToolDefinition } from '#engine/policies/toolCheck'
import type { Clock } from '#engine/ports'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import { type Scope, scopeKey } from '#engine/registry/catalog/scope'
import type { RouteMember, ToolRoute } from '#engine/registry/catalog/toolRoute'
import { Cancellation } from '#engine/router/cancellation'
import { KeptBack } from '#engine/router/keptBack'
import { CallRouter, type RouterOptions } from '#engine/router/callRouter'
import type { Caller, ServerRequest } from '#engine/router/call'
import { emptyCatalogs } from '#test/support/emptyCatalogs'
import { manualClock, type ManualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'
import { type CallAtServer, ScriptedServer } from '#test/support/scriptedServer'

export const timeoutMs = 30_000

export interface MadeCall {
  readonly nonce: string
  readonly caller: string
  readonly startedAt: number
  readonly cancel: Cancellation
  /** The call's outcomes. There should be exactly one. */
  readonly outcomes: ({ readonly result: Record<string, unknown> } | { readonly error: AppError })[]
  settledAt: number | null
  lastProgressAt: number
  /** Whether the caller was asked something, for this call or for another one. */
  callerWasAsked: boolean
  /** How many outcomes were reported to the recorder. */
  recorded: number
  /** The servers' questions, and how to answer them. */
  readonly asked: Asked[]
  /** The methods of the notifications that the call has received. */
  readonly told: string[]
  /**
   * Everything that reached this call but carried another call's nonce. A question or a log message counts only if the
   * nonce is another caller's.
   */
  readonly strays: unknown[]
}

interface Asked {
  readonly params: unknown
  readonly signal: AbortSignal
  readonly answer: (result: unknown) => void
  readonly refuse: (error: Error) => void
}

export interface CallChoice {
  readonly tool: string
  readonly caller: string
  readonly scope?: Scope
  readonly scopeNow?: () => Scope
  readonly recorded?: boolean
  readonly asks?: boolean
  /** Further abilities of the caller. */
  readonly more?: Partial<Caller>
}

const everything: Scope = { kind: 'all' }
type MakeApprovals = (servers: RouterOptions['servers'], clock: Clock) => RouterOptions['approvals']
const nothingIsAsked: RouterOptions['approvals'] = {
  concern: () => false,
  admit: () => Promise.resolve(),
  stillAdmits: () => true,
}

const noSignIns: RouterOptions['signIns'] = {
  kindOf: () => 'none',
  begin: () => Promise.reject(new Error('no server wants a sign-in here')),
  signedIn: () => Promise.resolve(false),
  cancel: () => Promise.resolve(),
}

export class RouterBench {
  readonly clock: ManualClock = manualClock()
  readonly servers: ScriptedServer[]
  /** Servers that were replaced. Their processes may still have calls. */
  readonly replaced: ScriptedServer[] = []
  readonly made: MadeCall[] = []
  readonly router: CallRouter
  /** The servers' tool definitions. */
  readonly definitions = new Map<string, ToolDefinition>()
  /** Slugs of servers and names of tools that are off. */
  readonly off = new Set<string>()
  /** Whether a server that is started for its tools never lists them. */
  listingIsSlow = false
  readonly #limits = new Map<ScriptedServer, number>()
  readonly #callable = new Map<string, CallableServer>()
  readonly #routes = new Map<string, ToolRoute>()
  readonly #listeners = new Set<() => void>()
  readonly #byNonce = new Map<string, MadeCall>()

  constructor(
    size: number,
    concurrency: number,
    approvals: MakeApprovals = () => nothingIsAsked,
    signIns: RouterOptions['signIns'] = noSignIns,
  ) {
    this.servers = Array.from({ length: size }, (_, index) => this.#makeServer(`s${index}`, concurrency))
    for (const { slug } of this.servers) this.addRoute(slug, null, [slug])
    const servers: RouterOptions['servers'] = {
      projectId: () => null,
      view: (scope) => this.#view(scope),
      use: () => (this.listingIsSlow ? new Promise(() => undefined) : Promise.resolve()),
      onViewsChanged: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
      inUse: (pairId) => this.#server(pairId),
      definition: (slug) => this.definitions.get(slug) ?? null,
    }
    this.router = new CallRouter({
      servers,
      approvals: approvals(servers, this.clock),
      recorder: {
        // Takes several turns, as a store does, so that events can meet a call whose record is being begun.
        begin: async () => {
          for (let turn = 0; turn < 4; turn++) await Promise.resolve()
          return 'record'
        },
        settled: ({ call }) => {
          const { nonce } = (call.params.arguments ?? {}) as { nonce: string }
          const made = this.#byNonce.get(nonce)
          if (made === undefined) return
          made.recorded++
          // Records the time of the report itself. Code that awaits the promise sees the outcome a turn later.
          made.settledAt ??= this.clock.now()
        },
      },
      signIns,
      keptBack: new KeptBack(this.clock, () => undefined),
      clock: this.clock,
      log: recordingLog(),
    })
  }

  /** Changes further fields of a server's row. */
  setRow(slug: string, more: Partial<CallableServer['row']>): void {
    const server = this.#callable.get(slug)
    if (server !== undefined) this.#callable.set(slug, { ...server, row: { ...server.row, ...more } })
  }

  addRoute(
    publicName: string,
    group: string | null,
    slugs: readonly string[],
    toolName = 'tool',
    scope = everything,
  ): void {
    const members = slugs.map((slug): RouteMember => ({ slug, pairId: slug, original: toolName }))
    this.#routes.set(`${scopeKey(scope)} ${publicName}`, { publicName, members, group })
  }

  /**
   * Acts like an edit to the server's settings: running calls may end at the old process, and the others go to a new
   * one.
   */
  replace(before: ScriptedServer, concurrency: number): void {
    void before.connection.stop(10_000)
    this.replaced.push(before)
    this.servers[this.servers.indexOf(before)] = this.#makeServer(before.slug, concurrency)
    this.viewsChanged()
  }

  concurrencyOf(server: ScriptedServer): number {
    return this.#limits.get(server) ?? 0
  }

  /** Tells the listeners that views have changed, as the registry does after every change. */
  viewsChanged(): void {
    for (const listener of this.#listeners) listener()
  }

  setOff(name: string, isOff: boolean): void {
    if (isOff) this.off.add(name)
    else this.off.delete(name)
    this.viewsChanged()
  }

  call({
    tool,
    caller,
    scope = everything,
    recorded = false,
    asks = false,
    more = {},
    scopeNow,
  }: CallChoice): MadeCall {
    const nonce = `n${this.made.length}`
    const made: MadeCall = {
      nonce,
      caller,
      startedAt: this.clock.now(),
      cancel: new Cancellation(),
      outcomes: [],
      settledAt: null,
      lastProgressAt: this.clock.now(),
      callerWasAsked: false,
      recorded: 0,
      asked: [],
      told: [],
      strays: [],
    }
    this.made.push(made)
    this.#byNonce.set(nonce, made)
    const ask = (request: ServerRequest, signal: AbortSignal) => this.#ask(made, request, signal)
    const settle = (outcome: MadeCall['outcomes'][number]) => {
      made.outcomes.push(outcome)
      made.settledAt ??= this.clock.now()
    }
    this.router
      .callTool(scope, {
        params: { name: tool, arguments: { nonce }, _meta: { progressToken: nonce } },
        caller: { key: caller, capabilities: { sampling: {}, roots: {} }, ask: asks ? ask : null, ...more },
        cancellation: made.cancel,
        scopeNow,
        onNotification: (method, params) => {
          made.told.push(method)
          if (made.settledAt !== null) made.strays.push(['after its outcome', method, params])
          if (method === 'notifications/progress') {
            made.lastProgressAt = this.clock.now()
            if (params['message'] !== nonce || params['progressToken'] !== nonce) made.strays.push(params)
          } else if (this.#byNonce.get(String(params['data']))?.caller !== caller) made.strays.push(params)
        },
        ...(recorded
          ? { onRecorded: (id) => made.settledAt !== null && made.strays.push(['recorded after its outcome', id]) }
          : {}),
      })
      .then(
        (result) => settle({ result }),
        (error: AppError) => settle({ error }),
      )
    return made
  }

  /** Returns the calls that take a slot of this server, as far as the server can know. */
  occupied(server: ScriptedServer): CallAtServer[] {
    return server.calls.filter(({ cancelledAt }) => cancelledAt === null || this.clock.now() - cancelledAt < 5_000)
  }

  /** Returns the servers with more calls than their limit. */
  overloaded(): string[] {
    return [...this.servers, ...this.replaced]
      .filter((server) => this.occupied(server).length > this.concurrencyOf(server))
      .map(({ slug }) => slug)
  }

  /** Runs everything that can proceed without time passing and without an answer from a person. */
  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve))
  }

  #ask(made: MadeCall, { params }: ServerRequest, signal: AbortSignal): Promise<unknown> {
    const { nonce } = params as { nonce?: string }
    // The router's own questions have no nonce.
    if (nonce !== undefined && this.#byNonce.get(nonce)?.caller !== made.caller) made.strays.push(params)
    for (const other of this.made) if (other.caller === made.caller) other.callerWasAsked = true
    return new Promise((answer, refuse) => made.asked.push({ params, signal, answer, refuse }))
  }

  #server(slug: string): CallableServer | null {
    return this.off.has(slug) ? null : (this.#callable.get(slug) ?? null)
  }

  #view(scope: Scope): CatalogView {
    return {
      scope,
      hash: '',
      tools: [],
      toolsJson: '[]',
      find: (name) => {
        const route = this.off.has(name) ? undefined : this.#routes.get(`${scopeKey(scope)} ${name}`)
        const members = route?.members.filter(({ slug }) => !this.off.has(slug)) ?? []
        return route === undefined || members.length === 0 ? undefined : { ...route, members }
      },
      undecided: () => null,
      pairOf: (slug) => slug,
      ...emptyCatalogs(scope),
    }
  }

  #makeServer(slug: string, concurrency: number): ScriptedServer {
    const server: ScriptedServer = new ScriptedServer(slug, this.clock, {
      onServerRequest: (request, source) => {
        if (this.servers.includes(server)) this.router.onServerRequest({ slug, pairId: slug }, request, source)
        else request.refuse(-32603, 'replaced')
      },
      onNotification: (method, params, source) => {
        if (this.servers.includes(server))
          this.router.onServerNotification({ slug, pairId: slug }, method, params, source)
      },
    })
    this.#limits.set(server, concurrency)
    const row = { id: slug, projectId: 'default', concurrency, timeoutMs }
    this.#callable.set(slug, { row, connection: server.connection })
    return server
  }
}
