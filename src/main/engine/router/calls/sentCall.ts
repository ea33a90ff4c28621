/**
 * A call that was sent to a server and holds one of its slots, until the server has answered, is gone, or has not answered
 * for too long after the call was given up. An object, not closures: there is one for every call.
 */
import { projectOf } from '#engine/registry/catalog/scope'
import { AppError } from '#contract/errors'
import type { CallableSession, RequestContext } from '#engine/connections/callable'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
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

/** How long a slot stays taken by a call that was given up and that the server has not answered. */
const abandonedSlotMs = 5_000

export interface SentCallOwner {
  readonly clock: Clock
  /** How the caller gets to know an address that the server `by` handed out. */
  publicUri(one: OneCall, uri: string, by: string): string
  /** The server wants to know something first. The slot is the owner's now. */
  takeInputRequired(sent: SentCall, result: CallResult): void
  /** The server wants pages to be visited before the call is made again. The slot is not kept. */
  takePagesWanted(sent: SentCall, pages: readonly ServerRequest[]): void
  /** The server never had the call. */
  takeUnsent(sent: SentCall, error: AppError): void
  /** The server was lost with the call. Whether somebody else gets it: the slot is free then. */
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

  /** By which its server knows it. */
  get id(): number {
    return this.#id
  }

  onResult(result: CallResult): void {
    // One that comes after its call was given up frees the slot, and is for nobody.
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
    // The answers to what a server wanted to know are for that server alone.
    if (error?.code === 'SERVER_UNAVAILABLE' && !this.one.settled && !this.one.detours.hadRounds) {
      this.#free()
      this.#owner.takeUnsent(this, error)
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

  /** Whether the caller is asked to visit pages in place of getting the error. */
  #asksForPages(error: JsonRpcError): boolean {
    const { caller } = this.one.call
    const pages = pagesWanted(error)
    if (pages === null) return false
    const isAsked = isAskedToVisit(caller, pages)
    if (isAsked) this.#owner.takePagesWanted(this, pages)
    else this.lane.pagesAsked.remember(pages, caller)
    return isAsked
  }

  /** Under its own address a server's addresses are left alone. */
  #withPublicAddresses(result: CallResult): CallResult {
    const { method, scope } = this.one
    if (scope.kind === 'server') return result
    const { slug, original } = this.member
    // What was read is what was asked for, whoever else lists it.
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

const goneText = 'The call that this request state belongs to is gone. Make it again without the state.'

/** Only a server that asks in rounds can know what such a state is about; whoever held it for another does not any more. */
function isMoot({ call }: OneCall, { era }: CallableSession): boolean {
  return 'requestState' in call.params && call.caller.takesInputRequired === true && era !== 'modern'
}

function contextOf({ scope, call }: OneCall): RequestContext {
  return {
    projectId: projectOf(scope),
    callerKey: call.caller.key,
    logLevel: call.logLevel,
  }
}
