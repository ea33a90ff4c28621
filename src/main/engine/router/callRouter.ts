/**
 * Carries calls from a public name to a server and back: picks the member, waits for its turn, sends once, settles once.
 * It decides nothing about names (the catalog does) and nothing about processes (the connection does).
 */
import { AppError } from '#contract/errors'
import type { CallableServer, CallableSession, RequestContext } from '#engine/connections/callable'
import type { JsonRpcError, RequestObserver } from '#engine/connections/jsonRpcPeer'
import type { InboundRequest } from '#engine/connections/session'
import { roundRobin } from '#engine/policies/loadBalancing'
import type { Clock, Log } from '#engine/ports'
import type { Views } from '#engine/registry/catalogView'
import type { Scope } from '#engine/registry/scope'
import type { ServerListener } from '#engine/registry/connectionListener'
import type { RouteMember, ToolRoute } from '#engine/registry/toolRoute'
import type { CallResult, Router, ToolCall } from '#engine/router/call'
import { answerInputRequests, isInputRequired } from '#engine/router/inputRounds'
import { Lane } from '#engine/router/lane'
import { OneCall } from '#engine/router/oneCall'
import { becomeReady, unavailable } from '#engine/router/readiness'
import type { Outcome, Recorder } from '#engine/router/recorder'

export interface RouterOptions {
  readonly servers: RouterServers
  readonly recorder: Recorder
  readonly clock: Clock
  readonly log: Log
}

/** What the router needs of the registry. */
export interface RouterServers extends Views {
  enabledServer(slug: string): CallableServer | null
}

/** How long a slot stays taken by a call that was given up and that the server has not answered. */
const abandonedSlotMs = 5_000
/** How long calls may go on whose tool was switched off. */
const revokedMs = 10_000
/** How long an unknown name waits for servers that have never listed their tools. */
const firstListingMs = 15_000

export class CallRouter implements Router, ServerListener {
  readonly #options: RouterOptions
  readonly #lanes = new Map<string, Lane>()
  readonly #active = new Set<OneCall>()
  /** Whose turn it is, by group and tool: it goes on when the catalog is built anew. */
  readonly #turns = new Map<string, number>()
  #lateAnswers = 0

  constructor(options: RouterOptions) {
    this.#options = options
    options.servers.onViewsChanged(() => this.#revokeVanished())
  }

  /** Answers that came after their call had been given up. */
  get lateAnswers(): number {
    return this.#lateAnswers
  }

  callTool(scope: Scope, call: ToolCall): Promise<CallResult> {
    const one = new OneCall(scope, call, this.#options.clock, (settled, outcome) => {
      this.#active.delete(settled)
      this.#record(settled, outcome)
    })
    if (one.settled) return one.promise
    this.#active.add(one)
    if (call.onRecorded === undefined) this.#carry(one)
    else this.#carryRecorded(one, call.onRecorded).catch((thrown: unknown) => one.fail(failureOf(thrown)))
    return one.promise
  }

  #carry(one: OneCall): void {
    const route = this.#find(one)
    const members = route === undefined ? [] : this.#inTurn(route)
    if (route !== undefined) this.#aim(one, route.members[0])
    if (!this.#sendAtOnce(one, members))
      this.#sendPatiently(one, route, members).catch((thrown: unknown) => one.fail(failureOf(thrown)))
  }

  async #carryRecorded(one: OneCall, onRecorded: (id: string | null) => void): Promise<void> {
    const route = this.#find(one)
    if (route !== undefined) this.#aim(one, route.members[0])
    one.beginning = this.#options.recorder.begin(one)
    one.recordId = await one.beginning
    one.beginning = null
    onRecorded(one.recordId)
    if (!one.settled) this.#carry(one)
  }

  /** A call that ends while its record is being begun ends that record, and gets no second one. */
  #record(one: OneCall, outcome: Outcome): void {
    const { recorder } = this.#options
    const record = () => recorder.settled(one, outcome)
    if (one.beginning === null) record()
    else one.beginning.then(record, record)
  }

  /** Where the call goes, for its record. */
  #aim(one: OneCall, member: RouteMember | undefined): void {
    if (member === undefined) return
    const projectId = this.#options.servers.enabledServer(member.slug)?.row.projectId ?? null
    one.target = { slug: member.slug, toolName: member.toolName, projectId }
  }

  onServerRequest(slug: string, request: InboundRequest): void {
    const lane = this.#lanes.get(slug)
    if (lane === undefined) request.refuse(-32603, 'No call is under way that this request could belong to.')
    else lane.takeRequest(request, this.#options.log.child({ server: slug }))
  }

  onServerNotification(slug: string, method: string, params: Record<string, unknown>): void {
    this.#lanes.get(slug)?.takeNotification(method, params)
  }

  #find(one: OneCall): ToolRoute | undefined {
    return this.#options.servers.view(one.scope)?.find(one.call.params.name)
  }

  /** The common case without a detour: the server is ready and has a free slot. */
  #sendAtOnce(one: OneCall, members: readonly RouteMember[]): boolean {
    for (const member of members) {
      const server = this.#options.servers.enabledServer(member.slug)
      const session = server?.connection.session ?? null
      if (server === null || session === null) continue
      const lane = this.#lane(member.slug, server)
      if (!lane.queue.tryEnter()) continue
      one.limit(server.row.timeoutMs)
      this.#send(one, session, lane, member)
      return true
    }
    return false
  }

  async #sendPatiently(one: OneCall, known: ToolRoute | undefined, inTurn: readonly RouteMember[]): Promise<void> {
    const route = known ?? (await this.#findLate(one))
    if (route === undefined) throw new AppError('UNKNOWN_TOOL', `Unknown tool: ${one.call.params.name}`)
    if (known === undefined) this.#aim(one, route.members[0])
    const failures: string[] = []
    for (const member of this.#readyFirst(known === undefined ? this.#inTurn(route) : inTurn)) {
      const failure = await this.#tryMember(one, member)
      if (failure === null || one.settled) return
      failures.push(failure)
    }
    this.#options.log.warn({ tool: route.publicName, failures }, 'no server is available for a call')
    throw unavailable(route, failures)
  }

  /** Null when the call was sent, else why this member cannot take it. */
  async #tryMember(one: OneCall, member: RouteMember): Promise<string | null> {
    const { servers, clock } = this.#options
    while (!one.settled) {
      const server = servers.enabledServer(member.slug)
      if (server === null) return `${member.slug} is switched off.`
      one.limit(server.row.timeoutMs)
      const failure = await becomeReady(server.connection, member.slug, one, clock)
      if (failure !== null || one.settled) return failure
      const lane = this.#lane(member.slug, server)
      if (!lane.queue.tryEnter() && !(await this.#waitForTurn(one, lane))) return null
      if (one.settled) {
        lane.leave()
        return null
      }
      const { session } = server.connection
      if (session !== null && servers.enabledServer(member.slug) === server) {
        this.#send(one, session, lane, member)
        return null
      }
      // It died or changed while the call waited: the call was never sent, so it may try once more.
      lane.leave()
    }
    return null
  }

  /** True with a slot in hand; false when the call was settled while it waited. */
  #waitForTurn(one: OneCall, lane: Lane): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const { key } = one.call.caller
      one.granted = () => {
        one.onAbandoned = null
        resolve(true)
      }
      one.onAbandoned = () => {
        lane.queue.withdraw(key, one)
        resolve(false)
      }
      if (!lane.queue.wait(key, one))
        reject(new AppError('QUEUE_FULL', `${lane.queue.waiting} calls wait for this server already. Try again later.`))
    })
  }

  #send(
    one: OneCall,
    session: CallableSession,
    lane: Lane,
    member: RouteMember,
    extra?: Record<string, unknown>,
  ): void {
    const { params, caller } = one.call
    if (one.target?.slug !== member.slug) this.#aim(one, member)
    let answered = false
    const free = () => {
      if (answered) return
      answered = true
      lane.sent.delete(one)
      lane.leave()
    }
    const sentParams = { ...params, ...extra, name: member.toolName }
    const observer: RequestObserver = {
      onResult: (result) => {
        if (one.settled) this.#lateAnswers++
        else if (caller.ask !== null && isInputRequired(result)) {
          lane.sent.delete(one)
          this.#askAndResend(one, session, lane, member, result)
          return
        } else one.succeed(result)
        free()
      },
      onError: (error) => {
        if (one.settled) this.#lateAnswers++
        else one.fail(serverError(error))
        free()
      },
      onLost: (reason, error) => {
        one.fail(error ?? new AppError('SERVER_LOST', `The call was sent, then the connection was lost: ${reason}.`))
        free()
      },
      onProgress: (progress) => one.progress(progress),
    }
    const id = session.request('tools/call', sentParams, caller.capabilities, observer, contextOf(one))
    lane.sent.add(one)
    one.onAbandoned = (error) => {
      lane.sent.delete(one)
      session.cancel(id, error.message)
      this.#options.clock.after(abandonedSlotMs, () => {
        if (answered) return
        session.forget(id)
        free()
      })
    }
  }

  /** A modern server wants to know something first; a caller of the other era is asked on its behalf. The slot is kept. */
  #askAndResend(one: OneCall, session: CallableSession, lane: Lane, member: RouteMember, result: CallResult): void {
    one.onAbandoned = () => lane.leave()
    answerInputRequests(one, result).then(
      (answers) => {
        if (!one.settled) this.#send(one, session, lane, member, answers)
      },
      (thrown: unknown) => {
        if (one.settled) return
        one.onAbandoned = null
        one.fail(thrown instanceof AppError ? thrown : unanswered(thrown))
        lane.leave()
      },
    )
  }

  /** Gives servers that have never listed their tools some time to do so. */
  async #findLate(one: OneCall): Promise<ToolRoute | undefined> {
    const { servers, clock } = this.#options
    if (servers.view(one.scope) === null) return undefined
    let stopWatching: () => void = () => undefined
    await new Promise<void>((resolve, reject) => {
      const timer = clock.after(firstListingMs, resolve)
      const unsubscribe = servers.onViewsChanged(() => {
        if (this.#find(one) !== undefined) resolve()
      })
      stopWatching = () => {
        timer.cancel()
        unsubscribe()
      }
      one.onAbandoned = () => resolve()
      servers.use(one.scope).then(resolve, reject)
    }).finally(() => stopWatching())
    one.onAbandoned = null
    return this.#find(one)
  }

  #inTurn(route: ToolRoute): readonly RouteMember[] {
    if (route.members.length < 2) return route.members
    const key = `${route.group ?? ''} ${route.publicName}`
    const turn = this.#turns.get(key) ?? 0
    this.#turns.set(key, turn + 1)
    return roundRobin(route.members, turn)
  }

  /** Members that are up come first; those that have to be started or waited for are the last resort. */
  #readyFirst(members: readonly RouteMember[]): readonly RouteMember[] {
    const isUp = (member: RouteMember) => {
      const server = this.#options.servers.enabledServer(member.slug)
      return server !== null && server.connection.session !== null
    }
    return [...members.filter(isUp), ...members.filter((member) => !isUp(member))]
  }

  #lane(slug: string, server: CallableServer): Lane {
    const { id, concurrency } = server.row
    let lane = this.#lanes.get(slug)
    if (lane === undefined || lane.rowId !== id || lane.concurrency !== concurrency) {
      lane = new Lane(id, concurrency)
      this.#lanes.set(slug, lane)
    }
    return lane
  }

  #revokeVanished(): void {
    for (const one of this.#active) {
      if (one.revoked || this.#find(one) !== undefined) continue
      one.revoked = true
      this.#options.clock.after(revokedMs, () =>
        one.abandon(new AppError('UNKNOWN_TOOL', `${one.call.params.name} was switched off while it was called.`)),
      )
    }
  }
}

function contextOf({ scope, call }: OneCall): RequestContext {
  return { projectId: scope.kind === 'project' ? scope.projectId : null, callerKey: call.caller.key }
}

function failureOf(thrown: unknown): AppError {
  return thrown instanceof AppError
    ? thrown
    : new AppError('INTERNAL', 'The call could not be made.', { cause: thrown })
}

function unanswered(cause: unknown): AppError {
  const message = 'The client did not answer what the server asked.'
  return new AppError('SERVER_ERROR', message, { cause, data: { code: -32603, message } })
}

function serverError(error: JsonRpcError): AppError {
  return new AppError('SERVER_ERROR', error.message, { data: error })
}
