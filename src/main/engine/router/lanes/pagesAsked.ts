/**
 * Remembers which caller was asked to visit which page. The server may report by the page's id that the visit is
 * done, even long after the call.
 */
import { RecentMap } from '#engine/structures/recentMap'
import type { Caller, ServerRequest } from '#engine/router/call'
import { isPage, visitsPages } from '#engine/router/calls/pageVisits'

const maxRemembered = 128
const maxNameLength = 1_000

export class PagesAsked {
  readonly #callers = new RecentMap<string, Caller>(maxRemembered)

  remember(pages: readonly ServerRequest[], caller: Caller): void {
    if (caller.tell === undefined || !visitsPages(caller, pages)) return
    for (const { params } of pages) {
      const name = isPage(params) ? params['elicitationId'] : undefined
      if (typeof name === 'string' && name.length <= maxNameLength) this.#callers.set(name, caller)
    }
  }

  /** Passes the notification on to the caller that was asked, only once. */
  done(method: string, params: Readonly<Record<string, unknown>>): void {
    const name = params['elicitationId']
    if (typeof name !== 'string') return
    const caller = this.#callers.get(name)
    this.#callers.delete(name)
    caller?.tell?.(method, params)
  }
}
