/**
 * The web for pages of servers in the window: only where a person let one such page load from, without cookies, and
 * through a session that has nothing of the window's. The policy of the asking page was checked before it gets here.
 */
import { session } from 'electron'
import { appNetworkIn } from '#contract/chat/appFrame'
import { isCovered } from '#main/electron/pageAddress'

export interface AppNetwork {
  /** The query of a document for such a page, which its window asked for. */
  allow(query: URLSearchParams): void
  /** Null: nobody allowed it. Rejects when it cannot be reached, or leads elsewhere. */
  fetch(request: Request): Promise<Response | null>
}

export function appNetwork(): AppNetwork {
  const allowed = new Set<string>()
  return {
    allow(query) {
      const { connections, resources } = appNetworkIn(query)
      for (const origin of [...connections, ...resources]) allowed.add(origin)
    },
    async fetch(request) {
      if (![...allowed].some((origin) => isCovered(request.url, origin))) return null
      const body = request.body === null ? {} : { body: request.body, duplex: 'half' as const }
      return session.fromPartition('pages of servers').fetch(request.url, {
        method: request.method,
        headers: request.headers,
        ...body,
        credentials: 'omit',
        // Where it leads to was not checked by anybody.
        redirect: 'error',
      })
    },
  }
}
