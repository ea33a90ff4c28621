/** The page's access to the engine. It is created once at start, and components get it from a context. */
import { createORPCClient } from '@orpc/client'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Access } from '#renderer/client/access.ts'
import type { Api } from '#renderer/client/api.ts'
import type { EngineLink } from '#renderer/client/engineLink.ts'
import { createEventListeners, type EventListeners } from '#renderer/client/eventListeners.ts'
import type { LinkState } from '#renderer/client/linkState.ts'

export function createQueries(api: Api) {
  return createTanstackQueryUtils(api)
}
export type EngineQueries = ReturnType<typeof createQueries>

export interface EngineClient {
  readonly api: Api
  readonly queries: EngineQueries
  readonly cache: QueryClient
  readonly link: EngineLink
  /** The engine's events. Listeners are called after the cache was updated. */
  readonly events: EventListeners
  /** Null inside the desktop app, which needs no token. */
  readonly access: Access | null
}

export function createEngineClient(link: EngineLink, access: Access | null): EngineClient {
  const api: Api = createORPCClient(link.link)
  // Data never becomes stale by age: events keep the cache up to date, and everything is read again after a gap.
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return { api, queries: createQueries(api), cache, link, events: createEventListeners(), access }
}

const EngineContext = createContext<EngineClient | null>(null)
export const EngineProvider = EngineContext.Provider

export function useEngine(): EngineClient {
  const engine = useContext(EngineContext)
  if (engine === null) throw new Error('useEngine needs an EngineProvider above it')
  return engine
}

export function useLinkState(): LinkState {
  const { link } = useEngine()
  return useSyncExternalStore(link.subscribe, link.state)
}
