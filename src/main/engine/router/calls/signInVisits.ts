/**
 * Handles a call that a server refused because it wants a sign-in. A caller that can visit pages is asked to open the
 * sign-in page. The call is made again once a person has signed in, there or elsewhere. No page opens by itself.
 */
import { AppError } from '#contract/errors'
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { SignInKind } from '#contract/servers/signIn'
import type { RouteMember, ToolRoute } from '#engine/registry/catalog/toolRoute'
import type { Caller, ServerRequest } from '#engine/router/call'
import { unanswered } from '#engine/router/calls/inputRounds'
import type { OneCall } from '#engine/router/calls/oneCall'
import { visitsPages } from '#engine/router/calls/pageVisits'
import { signingIn } from '#engine/router/calls/stage'
import { connectionFor } from '#engine/router/targets/readiness'
import type { RouterServers } from '#engine/router/targets/routerServers'

/** The engine's sign-ins, as calls use them. `account`: a server's id. */
export interface SignInsOfCalls {
  kindOf(account: string): SignInKind
  /**
   * Starts a sign-in, or continues one that is waiting for a person. Returns the page for a browser. Null: signed in
   * without a person.
   */
  begin(account: string): Promise<string | null>
  /** Waits until no sign-in is in progress. Resolves with whether the account is signed in. */
  signedIn(account: string, signal: AbortSignal): Promise<boolean>
  cancel(account: string): Promise<void>
}

interface NeededSignIn {
  readonly account: string
  readonly slug: string
  /** The caller's error if no person signs in. */
  readonly error: AppError
}

export interface SignInVisitsOptions {
  readonly signIns: SignInsOfCalls
  readonly servers: Pick<RouterServers, 'inUse'>
  /** Makes the call again at this member. */
  readonly resend: (one: OneCall, member: RouteMember) => Promise<void>
}

/** The open questions about one account's sign-in. */
interface Asked {
  count: number
  /**
   * Whether a person has agreed to sign in, or the sign-in was started for another reason. If so, it must not be
   * cancelled.
   */
  isAgreed: boolean
}

export class SignInVisits {
  readonly #options: SignInVisitsOptions
  readonly #signIns: SignInsOfCalls
  readonly #asked = new Map<string, Asked>()
  #count = 0

  constructor(options: SignInVisitsOptions) {
    this.#options = options
    this.#signIns = options.signIns
  }

  /**
   * Handles a call that no member could take. If one of the members only needs a sign-in, lets the call wait for that
   * and returns true.
   */
  wait(one: OneCall, { members }: ToolRoute): boolean {
    for (const member of members) {
      const server = this.#options.servers.inUse(member.pairId)
      const state = server === null ? null : connectionFor(one, server).state
      if (server === null || state?.kind !== 'failed' || state.error.code !== 'SIGN_IN_REQUIRED') continue
      const { id: account } = server.row
      if (!this.#isNeeded(account)) continue
      this.waitAt(one, member, account, new AppError('SIGN_IN_REQUIRED', state.error.message, { data: { account } }))
      return true
    }
    return false
  }

  /** Lets the call wait for a sign-in, without a slot. `error`: the caller's error if no person signs in. */
  waitAt(one: OneCall, member: RouteMember, account: string, error: AppError): void {
    const { caller } = one.call
    const mayAsk = visitsPages(caller, [pageOf('', '', '')]) && one.detours.mayWaitForSignIn
    if (caller.ask === null || !mayAsk) {
      one.fail(error)
      return
    }
    one.enter(signingIn)
    this.#visit(one, caller.ask, { account, slug: member.slug, error })
      .then(() => (one.settled ? undefined : this.#options.resend(one, member)))
      .catch((thrown: unknown) => one.fail(unanswered(thrown)))
  }

  #isNeeded(account: string): boolean {
    return ['needed', 'waiting'].includes(this.#signIns.kindOf(account))
  }

  /** Resolves when a person has signed in. The person's time does not count against the server. */
  async #visit(one: OneCall, ask: NonNullable<Caller['ask']>, needed: NeededSignIn): Promise<void> {
    one.detours.waitForSignIn()
    const isDone = await one.whileAsked(() => this.#signIn(one, ask, needed))
    if (!isDone) throw needed.error
  }

  async #signIn(one: OneCall, ask: NonNullable<Caller['ask']>, { account, slug }: NeededSignIn): Promise<boolean> {
    const asked = this.#join(account)
    const answered = new AbortController()
    try {
      const url = await this.#signIns.begin(account)
      if (url === null || one.settled) return url === null
      const done = this.#signIns.signedIn(account, one.ended)
      const signal = AbortSignal.any([one.ended, answered.signal])
      const isAgreed = ask(pageOf(slug, url, `sign-in-${++this.#count}`), signal).then(isAccepted)
      // The person may also sign in elsewhere, without answering the question.
      const first = await Promise.race([done.then((isDone) => isDone || null), isAgreed])
      if (first !== true) return false
      asked.isAgreed = true
      return await done
    } finally {
      answered.abort()
      await this.#leave(account, asked)
    }
  }

  /** A sign-in that was already in progress was not started for these calls, so they must not cancel it. */
  #join(account: string): Asked {
    const existing = this.#asked.get(account)
    const isOthers = this.#signIns.kindOf(account) === 'waiting'
    const asked = existing ?? { count: 0, isAgreed: isOthers }
    asked.count += 1
    this.#asked.set(account, asked)
    return asked
  }

  /** The last question cancels the sign-in that was started for it, unless a person has agreed. */
  async #leave(account: string, asked: Asked): Promise<void> {
    asked.count -= 1
    if (asked.count > 0) return
    this.#asked.delete(account)
    if (!asked.isAgreed && this.#signIns.kindOf(account) === 'waiting') await this.#signIns.cancel(account)
  }
}

function pageOf(slug: string, url: string, elicitationId: string): ServerRequest {
  const message = `${slug} needs a sign-in. Open this page to sign in; the call then continues.`
  return { method: 'elicitation/create', params: { mode: 'url', message, url, elicitationId } }
}

function isAccepted(answer: unknown): boolean {
  return isObject(answer) && answer['action'] === 'accept'
}
