/**
 * A call that was sent to a server and occupies one of its slots. The slot becomes free when the server has answered
 * or is gone, or when it stays silent too long after the call was abandoned. A class instead of closures, because
 * there is one instance per call.
 */
import { projectOf } from '#engine/registry/catalog/scope'
import { AppError } from '#contract/errors'
import type { CallableSession, CallerContext } from '#engine/connections/callable'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
import { accountIn } from '#engine/connections/transports/credentials'
import type { JsonRpcError } from '#contract/jsonRpc/messages'
import { publicUri } from '#engine/policies/resourceUri'
import type { Clock } from '#engine/ports'
import type { RouteMember } from '#engine/registry/catalog/toolRoute'
import type { CallResult, ServerRequest } from '#engine/router/call'
import { isInputRequired } from '#engine/router/calls/inputRounds'
import type { Lane } from '#engine/router/lanes/lane'
import type { OneCall } from '#engine/router/calls/oneCall'
import { isAskedToVisit, pagesWanted } from '#engine/router/calls/pageVisits'
import { ruleOf } from '#engine/router/targets/routedMethods'
import type { Stage } from '#engine/router/calls/stage'

/** How long an abandoned call keeps its slot while the server has not answered it. */
const abandonedSlotMs = 5_000

export interface SentCallOwner {
  readonly clock: Clock
  /** The public form of a URI that came from the server `by`. */
  publicUri(one: OneCall, uri: string, by: string): string
  /** Called when the server needs input first. The owner takes over the slot. */
  takeInputRequired(sent: SentCall, result: CallResult): void
  /** Called when the server requires page visits before the call is made again. The slot is freed. */
  takePagesWanted(sent: SentCall, pages: readonly ServerRequest[]): void
  /** Called when the server never got the call. */
  takeUnsent(sent: SentCall, error: AppError): void
  /** Called when the server wants a sign-in first, and did not process the call. The slot is freed. */
  takeSignInNeeded(sent: SentCall, account: string, error: AppError): void
  /** Called when the server was lost with the call. Returns whether another member takes the call. */
  takeLost(sent: SentCall, error: AppError): boolean
}

export class SentCall implements RequestObserver, Stage {
  readonly kind = 'sent'
  readonly one: OneCall
  readonly session: CallableSession
  readonly lane: Lane
  readonly member: RouteMember
  readonly #owner: SentCallOwner
  readonly #place: number
  #id = 0
  #over = false

  constructor(one: OneCall, session: CallableSession, lane: Lane, member: RouteMember, owner: SentCallOwner) {
    this.one = one
    this.session = session
    this.lane = lane
    this.member = member
    this.#owner = owner
    this.#place = lane.sent.add(this)
  }

  send(extra: Readonly<Record<string, unknown>> | undefined): void {
    const { method, call } = this.one
    if (extra === undefined && isMoot(this.one, this.session)) {
      this.one.fail(new AppError('INVALID_INPUT', goneText))
      this.#free()
      return
    }
    const addressed = ruleOf(method).address(call.params, this.member.original)
    const params = extra === undefined ? addressed : { ...addressed, ...extra }
    this.one.enter(this)
    this.lane.users.note(this.session, call.caller)
    this.#id = this.session.request(method, params, call.caller.capabilities, this, contextOf(this.one))
  }

  /** The id of the request at the server. */
  get id(): number {
    return this.#id
  }

  onResult(result: CallResult): void {
    // An answer to an abandoned call only frees the slot.
    if (!this.one.settled) {
      if (this.one.call.caller.takesInputRequired !== true && isInputRequired(result)) {
        this.#end()
        this.#owner.takeInputRequired(this, result)
        return
      }
      this.one.succeed(this.#withPublicAddresses(result))
    }
    this.#free()
  }

  onError(error: JsonRpcError): void {
    if (!this.one.settled && !this.#asksForPages(error))
      this.one.fail(new AppError('SERVER_ERROR', error.message, { data: error }))
    this.#free()
  }

  onLost(reason: string, error?: AppError): void {
    // Answers to a server's questions are valid only for that server.
    if (error?.code === 'SERVER_UNAVAILABLE' && !this.one.settled && !this.one.detours.hadRounds) {
      this.#free()
      this.#owner.takeUnsent(this, error)
      return
    }
    const account = error === undefined ? null : accountIn(error)
    if (error !== undefined && account !== null && !this.one.settled) {
      this.#free()
      this.#owner.takeSignInNeeded(this, account, error)
      return
    }
    const lost = error ?? new AppError('SERVER_LOST', `The call was sent, then the connection was lost: ${reason}.`)
    if (lost.code !== 'SERVER_LOST' || this.one.settled || !this.#owner.takeLost(this, lost)) this.one.fail(lost)
    this.#free()
  }

  onProgress(params: Record<string, unknown>): void {
    this.one.progress(params)
  }

  giveUp(error: AppError): void {
    this.session.cancel(this.#id, error.message)
    this.#owner.clock.after(abandonedSlotMs, () => {
      if (this.#over) return
      this.session.forget(this.#id)
      this.#free()
    })
  }

  /** Asks the caller to visit pages, if possible. Otherwise returns false, so that the error is passed on. */
  #asksForPages(error: JsonRpcError): boolean {
    const { caller } = this.one.call
    const pages = pagesWanted(error)
    if (pages === null) return false
    const isAsked = isAskedToVisit(caller, pages)
    if (isAsked) this.#owner.takePagesWanted(this, pages)
    else this.lane.pagesAsked.remember(pages, caller)
    return isAsked
  }

  /** At a server's own address, its URIs stay unchanged. */
  #withPublicAddresses(result: CallResult): CallResult {
    const { method, scope } = this.one
    if (scope.kind === 'server') return result
    const { slug, original } = this.member
    // The resource that was read keeps the URI that was requested, whichever server lists it.
    const isRead = (uri: string) => method === 'resources/read' && uri === original
    return ruleOf(method).rewrite(result, (uri) =>
      isRead(uri) ? publicUri(slug, uri) : this.#owner.publicUri(this.one, uri, slug),
    )
  }

  #free(): void {
    if (this.#over) return
    this.#end()
    this.lane.leave()
  }

  #end(): void {
    this.#over = true
    this.lane.sent.remove(this.#place, this)
  }
}

const goneText = 'The call that this request state belongs to no longer exists. Make the call again without the state.'

/**
 * Whether the request state in the call is obsolete. Only a modern server could still know such a state. For a legacy
 * server, an engine kept the state and no longer has it.
 */
function isMoot({ call }: OneCall, { era }: CallableSession): boolean {
  return 'requestState' in call.params && call.caller.takesInputRequired === true && era !== 'modern'
}

function contextOf({ scope, call }: OneCall): CallerContext {
  return {
    projectId: projectOf(scope),
    callerKey: call.caller.key,
    logLevel: call.logLevel,
  }
}
