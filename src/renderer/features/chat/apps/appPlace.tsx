/** The conversation that pages of servers are in, and what is remembered of them while it is looked at. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { createDraftInbox, DraftInboxProvider } from '#renderer/features/chat/apps/draftInbox.ts'

export interface AppPlace {
  readonly conversationId: string
  readonly projectId: string
  /** By the call that a page belongs to: it keeps its room while it is scrolled away. */
  readonly heights: Map<string, number>
  /** Whether the page of this server may use these addresses, as key; absent: nobody was asked. */
  readonly consents: ReadonlyMap<string, boolean>
  readonly consent: (key: string, allowed: boolean) => void
}

const PlaceContext = createContext<AppPlace | null>(null)

export function useAppPlace(): AppPlace {
  const place = useContext(PlaceContext)
  if (place === null) throw new Error('useAppPlace needs an AppPlaceProvider above it')
  return place
}

export interface AppPlaceProviderProps {
  conversationId: string
  projectId: string
  children: ReactNode
}

export function AppPlaceProvider({ conversationId, projectId, children }: AppPlaceProviderProps) {
  const [inbox] = useState(createDraftInbox)
  const [heights] = useState(() => new Map<string, number>())
  const [consents, setConsents] = useState<ReadonlyMap<string, boolean>>(new Map())
  const place = useMemo<AppPlace>(
    () => ({
      conversationId,
      projectId,
      heights,
      consents,
      consent: (key, allowed) => setConsents((known) => new Map(known).set(key, allowed)),
    }),
    [conversationId, projectId, heights, consents],
  )
  return (
    <PlaceContext value={place}>
      <DraftInboxProvider value={inbox}>{children}</DraftInboxProvider>
    </PlaceContext>
  )
}
