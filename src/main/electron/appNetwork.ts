/**
 * Gives servers' pages in the window access to the web: only to origins that a person allowed for such a page, without
 * cookies, and in a session separate from the window's. The requesting page's own policy was checked before.
 */
import { session } from 'electron'
import { appNetworkIn } from '#contract/chat/appFrame'
import { isCovered } from '#main/electron/pageAddress'

export interface AppNetwork {
  /** Allows the origins in the query with which the window requested a frame document. */
  allow(query: URLSearchParams): void
  /** Makes the request. Null if the origin is not allowed. Rejects if the address cannot be reached, or redirects. */
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
        // The target of a redirect has not been checked.
        redirect: 'error',
      })
    },
  }
}
