/** The conversation that a server's pages appear in, and what is remembered about them while it is open. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { createDraftInbox, DraftInboxProvider } from '#renderer/features/chat/apps/draftInbox.ts'

export interface AppScope {
  readonly conversationId: string
  readonly projectId: string
  /** Heights by call: a page keeps its space while it is scrolled away. */
  readonly heights: Map<string, number>
  /** Whether the page of this server may use these addresses, as key; absent: not asked yet. */
  readonly consents: ReadonlyMap<string, boolean>
  readonly consent: (key: string, allowed: boolean) => void
}

const ScopeContext = createContext<AppScope | null>(null)

export function useAppScope(): AppScope {
  const scope = useContext(ScopeContext)
  if (scope === null) throw new Error('useAppScope needs an AppScopeProvider above it')
  return scope
}

export interface AppScopeProviderProps {
  conversationId: string
  projectId: string
  children: ReactNode
}

export function AppScopeProvider({ conversationId, projectId, children }: AppScopeProviderProps) {
  const [inbox] = useState(createDraftInbox)
  const [heights] = useState(() => new Map<string, number>())
  const [consents, setConsents] = useState<ReadonlyMap<string, boolean>>(new Map())
  const scope = useMemo<AppScope>(
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
    <ScopeContext value={scope}>
      <DraftInboxProvider value={inbox}>{children}</DraftInboxProvider>
    </ScopeContext>
  )
}
