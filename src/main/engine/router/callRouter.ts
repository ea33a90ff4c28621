/**
 * Takes each call from a public name to a server and back: chooses the group member, waits for a slot, sends once,
 * settles once. The catalog decides about names, the connection about processes.
 */
import { AppError } from '#contract/errors'
import type { CallableServer, CallableSession } from '#engine/connections/callable'
import type { InboundRequest } from '#engine/connections/peer/inboundRequests'
import { mayBeMadeAgain } from '#engine/router/calls/secondTry'
import type { Clock, Log } from '#engine/ports'
import type { Scope } from '#engine/registry/catalog/scope'
import type { HeardFrom, NotificationHeard, ServerListener } from '#engine/registry/servers/connectionListener'
import type { RouteMember, ToolRoute } from '#engine/registry/catalog/toolRoute'
import { ActiveCalls } from '#engine/router/calls/activeCalls'
import type { Approvals } from '#engine/router/approval/approvals'
import type { CallResult, RoutedCall, Router, ServerRequest, ToolCall } from '#engine/router/call'
import { CallTargets } from '#engine/router/targets/callTargets'
import { answerInputRequests, unanswered } from '#engine/router/calls/inputRounds'
import { isKnownReadOnly, type ListedDefinitions } from '#engine/router/approval/knownReadOnly'
import type { KeptBack } from '#engine/router/keptBack'
import { MemberOrder } from '#engine/router/targets/memberOrder'
import type { Lane } from '#engine/router/lanes/lane'
import { type LaneFigures, Lanes } from '#engine/router/lanes/lanes'
import { SlotWait } from '#engine/router/lanes/slotWait'
import { OneCall, type OneCallParts } from '#engine/router/calls/oneCall'
import { visitPages } from '#engine/router/calls/pageVisits'
import { becomeReady, connectionFor, unavailable } from '#engine/router/targets/readiness'
import type { Outcome, Recorder } from '#engine/router/recorder'
import { ruleOf } from '#engine/router/targets/routedMethods'
import type { RouterServers } from '#engine/router/targets/routerServers'
import { SentCall, type SentCallOwner } from '#engine/router/calls/sentCall'
import { type SignInsOfCalls, SignInVisits } from '#engine/router/calls/signInVisits'
import { finding, visitingPages } from '#engine/router/calls/stage'

export interface RouterOptions {
  readonly servers: RouterServers & ListedDefinitions
  readonly recorder: Recorder
  readonly approvals: Pick<Approvals, 'concern' | 'admit' | 'stillAdmits'>
  readonly keptBack: KeptBack
  readonly signIns: SignInsOfCalls
  /** Writes to the server's log. */
  readonly onTimeOut?: (slug: string, text: string) => void
  readonly clock: Clock
  readonly log: Log
}

/**
 * How long a call may continue after its caller has lost sight of the tool, for example because it was switched off.
 */
const revokedMs = 10_000

export class CallRouter implements Router, ServerListener {
  readonly #options: RouterOptions
  readonly #lanes = new Lanes()
  readonly #active: ActiveCalls<OneCall>
  readonly #callParts: OneCallParts
  /** Calls in progress whose caller can no longer see the tool. */
  readonly #revoked = new Set<OneCall>()
  readonly #sentCallOwner: SentCallOwner
  readonly #order: MemberOrder
  readonly #targets: CallTargets
  readonly #signIns: SignInVisits

  constructor(options: RouterOptions) {
    this.#options = options
    this.#active = new ActiveCalls(options.clock)
    this.#callParts = { clock: options.clock, active: this.#active, onSettled: this.#whenSettled }
    this.#order = new MemberOrder({ servers: options.servers, lanes: this.#lanes })
    this.#targets = new CallTargets(options)
    this.#signIns = new SignInVisits({
      ...options,
      resend: (one, member) => this.#sendPatiently(one, this.#targets.find(one), [member]),
    })
    this.#sentCallOwner = {
      clock: options.clock,
      publicUri: (one, uri, by) => this.#targets.publicUri(one, uri, by),
      takeInputRequired: (sent, result) => this.#askAndResend(sent, result),
      takePagesWanted: (sent, pages) => this.#visitAndResend(sent, pages),
      takeUnsent: ({ one, member }, error) => this.#sendElsewhere(one, member, error),
      takeSignInNeeded: ({ one, member }, account, error) => this.#signInElsewhere(one, member, account, error),
      takeLost: ({ one, member }, error) => this.#makeAgain(one, member, error),
    }
    options.servers.onViewsChanged(() => this.lookAgain())
  }

  /** The numbers of running and waiting calls to each server that has had any. */
  get lanes(): LaneFigures[] {
    return this.#lanes.figures()
  }

  callTool(scope: Scope, call: ToolCall): Promise<CallResult> {
    return this.request(scope, 'tools/call', call)
  }

  request(scope: Scope, method: string, call: RoutedCall): Promise<CallResult> {
    const one = new OneCall(scope, method, call, this.#callParts)
    if (one.settled) return one.promise
    if (call.unoffered === true) one.fail(ruleOf(method).unknown(call.params))
    else if (method === 'tools/call' && this.#options.approvals.concern(call.caller))
      this.#admit(one, () => this.#begin(one))
    else this.#begin(one)
    return one.promise
  }

  /** Judges the call once its tool is known. `goOn` runs when the call may be sent. */
  #admit(one: OneCall, goOn: () => void): void {
    const admit = async () => {
      const route = this.#targets.find(one) ?? (await this.#targets.findLate(one))
      if (route === undefined) throw ruleOf(one.method).unknown(one.call.params)
      this.#aim(one, route.members[0])
      await this.#options.approvals.admit(one, () => this.#targets.find(one))
      if (!one.settled) goOn()
    }
    one.enter(finding)
    admit().catch((thrown: unknown) => one.fail(failureOf(thrown)))
  }

  #begin(one: OneCall): void {
    if (one.call.onRecorded === undefined) this.#carry(one)
    else this.#carryRecorded(one).catch((thrown: unknown) => one.fail(failureOf(thrown)))
  }

  #carry(one: OneCall): void {
    const route = this.#targets.find(one)
    const order = route === undefined ? [] : this.#order.of(route, one)
    if (this.#sendAtOnce(one, order[0])) return
    if (route !== undefined) this.#aim(one, route.members[0])
    this.#sendPatiently(one, route, order).catch((thrown: unknown) => one.fail(failureOf(thrown)))
  }

  async #carryRecorded(one: OneCall): Promise<void> {
    const route = this.#targets.find(one)
    if (route !== undefined) this.#aim(one, route.members[0])
    const { facts } = one
    await one.record(facts === null ? Promise.resolve(null) : this.#options.recorder.begin(facts))
    if (!one.settled) this.#carry(one)
  }

  /**
   * Records the outcome. If a record is just being started for this call, waits for it, so that the call gets only
   * one record.
   */
  readonly #whenSettled = (one: OneCall, outcome: Outcome): void => {
    const { facts } = one
    if ('error' in outcome && outcome.error.code === 'CALL_TIMED_OUT') this.#noteTimeOut(one, outcome.error)
    if (facts !== null) one.whenBegun(() => this.#options.recorder.settled(facts, outcome))
  }

  #noteTimeOut({ target, method }: OneCall, { message }: AppError): void {
    if (target === null) return
    this.#options.log.warn({ server: target.slug, method, tool: target.toolName }, message)
    this.#options.onTimeOut?.(target.slug, `${method} of ${target.toolName}: ${message}`)
  }

  /** Notes the target, for the call's record. */
  #aim(one: OneCall, member: RouteMember | undefined, server = this.#serverOf(member)): void {
    if (member === undefined) return
    const projectId = server?.row.projectId ?? null
    one.aim({ slug: member.slug, toolName: member.original, projectId })
  }

  onServerRequest({ slug }: HeardFrom, request: InboundRequest, source: object): void {
    this.#lanes.takeRequest(source, request, this.#options.log.child({ server: slug }))
  }

  onServerNotification(...[{ slug }, method, params, source, within]: NotificationHeard): void {
    if (!this.#lanes.takeNotification(source, method, params, within)) this.#options.keptBack.add(slug)
  }

  /**
   * Call when a client is gone for good. It gets no more messages, and is no longer a candidate when a server's message
   * could be for several clients.
   */
  readonly callerGone = (key: string): void => this.#lanes.callerGone(key)

  /** Sends the call in the common case: the server is ready and has a free slot. Otherwise returns false. */
  #sendAtOnce(one: OneCall, member: RouteMember | undefined): boolean {
    const server = this.#serverOf(member)
    if (member === undefined || server === null) return false
    const connection = connectionFor(one, server)
    const { session } = connection
    if (session === null) return false
    const lane = this.#lanes.of(member.slug, server, connection)
    if (!lane.queue.tryEnter()) return false
    one.limit(server.row.timeoutMs)
    this.#aim(one, member, server)
    this.#send(one, session, lane, member)
    return true
  }

  #serverOf(member: RouteMember | undefined): CallableServer | null {
    return member === undefined ? null : this.#options.servers.inUse(member.pairId)
  }

  async #sendPatiently(one: OneCall, known: ToolRoute | undefined, inTurn: readonly RouteMember[]): Promise<void> {
    const route = known ?? (await this.#targets.findLate(one))
    if (route === undefined) throw ruleOf(one.method).unknown(one.call.params)
    if (known === undefined) this.#aim(one, route.members[0])
    const failures: string[] = []
    let full: AppError | null = null
    for (const member of known === undefined ? this.#order.of(route, one) : inTurn) {
      const failure = await this.#tryMember(one, member)
      if (failure === null || one.settled) return
      if (failure instanceof AppError) full = failure
      failures.push(failure instanceof AppError ? `${member.slug} has a full queue.` : failure)
    }
    if (full !== null) throw full
    if (this.#signIns.wait(one, route)) return
    this.#options.log.warn({ tool: route.publicName, failures }, 'no server is available for a call')
    throw unavailable(route, failures)
  }

  /** Returns null if the call was sent, otherwise the reason why this member cannot take it. */
  async #tryMember(one: OneCall, member: RouteMember): Promise<string | AppError | null> {
    const { servers, clock } = this.#options
    while (!one.settled) {
      const server = servers.inUse(member.pairId)
      if (server === null) return `${member.slug} is switched off.`
      one.limit(server.row.timeoutMs)
      const connection = connectionFor(one, server)
      const isWanted = () => servers.inUse(member.pairId) === server
      const failure = await becomeReady(connection, member.slug, one, clock, isWanted)
      if (failure !== null || one.settled) return failure
      // The server's era is known only now, so another session may be right for this caller.
      if (!isWanted() || connectionFor(one, server).session !== connection.session) continue
      const lane = this.#lanes.of(member.slug, server, connection)
      if (!lane.queue.tryEnter()) {
        const turn = await this.#waitForTurn(one, lane)
        if (turn !== 'granted') return turn === 'over' ? null : turn
      }
      if (one.settled) {
        lane.leave()
        return null
      }
      const { session } = connection
      if (session !== null && isWanted() && this.#lanes.of(member.slug, server, connection) === lane) {
        this.#aim(one, member, server)
        this.#send(one, session, lane, member)
        return null
      }
      // The server ended or changed while the call was waiting. The call was never sent, so another attempt is safe.
      lane.leave()
    }
    return null
  }

  /** Returns an error if the queue is full. */
  async #waitForTurn(one: OneCall, lane: Lane): Promise<'granted' | 'over' | AppError> {
    const wait = SlotWait.begin(lane.queue, one.call.caller.key)
    if (wait === null)
      return new AppError(
        'QUEUE_FULL',
        `${lane.queue.waiting} calls are already waiting for this server. Try again later.`,
      )
    one.enter(wait)
    return wait.turn
  }

  #send(
    one: OneCall,
    session: CallableSession,
    lane: Lane,
    member: RouteMember,
    extra?: Record<string, unknown>,
  ): void {
    // A server that was started for this call may list a different definition than the one that was allowed.
    if (one.admittedFor !== null && extra === undefined && !this.#options.approvals.stillAdmits(one, member)) {
      lane.leave()
      this.#admit(one, () => this.#carry(one))
      return
    }
    new SentCall(one, session, lane, member, this.#sentCallOwner).send(extra)
  }

  /** The call never reached this member, so the others may take it, each once. */
  #sendElsewhere(one: OneCall, member: RouteMember, error: AppError): void {
    const route = this.#targets.find(one)
    const others = this.#othersThan(one, member, route)
    if (route === undefined || others.length === 0) one.fail(error)
    else
      this.#sendPatiently(one, route, this.#order.of({ ...route, members: others }, one)).catch((thrown: unknown) =>
        one.fail(failureOf(thrown)),
      )
  }

  /**
   * Call when the server was lost after the call was sent. If the server's retry setting allows it, a call that is
   * known to change nothing is made once more, by another member. Returns whether it is.
   */
  #makeAgain(one: OneCall, member: RouteMember, error: AppError): boolean {
    const { servers } = this.#options
    const lost = {
      rule: servers.inUse(member.pairId)?.row.retry,
      knownReadOnly: one.method === 'tools/call' && isKnownReadOnly(servers, member),
      hadRounds: one.detours.hadRounds,
      wasMadeAgain: one.detours.madeAgain,
    }
    if (!mayBeMadeAgain(lost)) return false
    const route = this.#targets.find(one)
    const others = this.#othersThan(one, member, route).filter((other) => isKnownReadOnly(servers, other))
    if (route === undefined || others.length === 0) return false
    one.detours.makeAgain()
    this.#sendPatiently(one, route, this.#order.of({ ...route, members: others }, one)).catch(() => one.fail(error))
    return true
  }

  #othersThan(one: OneCall, member: RouteMember, route: ToolRoute | undefined): readonly RouteMember[] {
    const { detours } = one
    detours.passOver(member.pairId)
    return route?.members.filter(({ pairId }) => !detours.hasPassedOver(pairId)) ?? []
  }

  /**
   * A modern server needs input first. If the caller uses the legacy era, the router asks it on the server's behalf.
   * The slot stays occupied.
   */
  #askAndResend({ one, session, lane, member }: SentCall, result: CallResult): void {
    one.enter({ kind: 'answeringServer', giveUp: () => lane.leave() })
    answerInputRequests(one, result).then(
      (answers) => {
        if (!one.settled) this.#send(one, session, lane, member, answers)
      },
      (thrown: unknown) => {
        if (one.settled) return
        one.fail(unanswered(thrown))
        lane.leave()
      },
    )
  }

  /**
   * The server is not working on the call while the caller is visiting pages, so no slot is held. Only this server
   * knows about the pages.
   */
  #visitAndResend({ one, member }: SentCall, pages: readonly ServerRequest[]): void {
    one.enter(visitingPages)
    const resend = () => (one.settled ? undefined : this.#sendPatiently(one, this.#targets.find(one), [member]))
    visitPages(one, pages)
      .then(resend)
      .catch((thrown: unknown) => one.fail(unanswered(thrown)))
  }

  /** A refused call may go to another member, which may not need a sign-in. */
  #signInElsewhere(one: OneCall, member: RouteMember, account: string, error: AppError): void {
    const others = one.detours.hadRounds ? [] : this.#othersThan(one, member, this.#targets.find(one))
    if (others.length > 0) this.#sendElsewhere(one, member, error)
    else this.#signIns.waitAt(one, member, account, error)
  }

  /**
   * Call when views have changed. Calls to tools that their callers can no longer see are abandoned after `revokedMs`.
   */
  lookAgain(): void {
    for (const one of this.#active.all()) {
      // A call without a target is waiting for a first listing: its name was never found, so it cannot have vanished.
      if (this.#revoked.has(one) || one.target === null || this.#targets.leadsOn(one)) continue
      this.#revoked.add(one)
      this.#options.clock.after(revokedMs, () => {
        this.#revoked.delete(one)
        if (!this.#targets.leadsOn(one)) one.abandon(ruleOf(one.method).unknown(one.call.params))
      })
    }
  }
}

function failureOf(thrown: unknown): AppError {
  return thrown instanceof AppError
    ? thrown
    : new AppError('INTERNAL', 'The call could not be made.', { cause: thrown })
}
