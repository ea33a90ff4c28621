/**
 * Finds the target of a call in the current catalog of the caller's scope, and waits while the target is not known
 * yet.
 */
import type { AppError } from '#contract/errors'
import { publicUri } from '#engine/policies/resourceUri'
import type { Clock } from '#engine/ports'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import type { ToolRoute } from '#engine/registry/catalog/toolRoute'
import type { RouterServers } from '#engine/router/targets/routerServers'
import { firstListing, refusalOf } from '#engine/router/targets/firstListing'
import type { OneCall } from '#engine/router/calls/oneCall'
import { ruleOf } from '#engine/router/targets/routedMethods'

export interface CallTargetsOptions {
  readonly servers: RouterServers
  readonly clock: Clock
}

export class CallTargets {
  readonly #options: CallTargetsOptions

  constructor(options: CallTargetsOptions) {
    this.#options = options
  }

  /** Returns the tool's target; undefined if it has none, or if the target is not known yet. */
  find(one: OneCall): ToolRoute | undefined {
    const view = this.#viewOf(one)
    const rule = ruleOf(one.method)
    const { params } = one.call
    return view === null || rule.undecided(view, params) !== null ? undefined : rule.find(view, params)
  }

  /** Waits until the target is known. Undefined if there is none, or if the scope no longer exists. */
  async findLate(one: OneCall): Promise<ToolRoute | undefined> {
    const { servers, clock } = this.#options
    if (servers.view(one.scope) === null) return undefined
    const lookup = { isFound: () => this.find(one) !== undefined, undecided: () => this.#undecided(one) }
    await firstListing(one, lookup, servers, clock)
    const refusal = this.#refusal(one)
    if (refusal !== null && !one.settled) throw refusal
    return this.find(one)
  }

  /** Whether the call has a target, or had one before the meaning of its name became unknown. */
  leadsOn(one: OneCall): boolean {
    const view = this.#viewOf(one)
    if (view === null) return false
    const rule = ruleOf(one.method)
    const { params } = one.call
    return rule.find(view, params) !== undefined || (rule.undecided(view, params)?.otherwise ?? null) !== null
  }

  /** The public form of a URI that came from the server `by`. */
  publicUri(one: OneCall, uri: string, by: string): string {
    return this.#viewOf(one)?.resources.publicUri(uri, by) ?? publicUri(by, uri)
  }

  #refusal(one: OneCall): AppError | null {
    const { servers, clock } = this.#options
    const view = this.#viewOf(one)
    const stateOf = (slug: string) => servers.inUse(view?.pairOf(slug) ?? '')?.connection.state
    return refusalOf(ruleOf(one.method).nameIn(one.call.params), this.#undecided(one), stateOf, clock.now())
  }

  #undecided(one: OneCall) {
    const view = this.#viewOf(one)
    return view === null ? null : ruleOf(one.method).undecided(view, one.call.params)
  }

  #viewOf(one: OneCall): CatalogView | null {
    return this.#options.servers.view(one.call.scopeNow?.() ?? one.scope)
  }
}
