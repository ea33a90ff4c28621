/**
 * The conversation that contains a server's pages, and the state kept about the pages while the conversation is open.
 */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { createDraftInbox, DraftInboxProvider } from '#renderer/features/chat/apps/draftInbox.ts'

export interface AppScope {
  readonly conversationId: string
  readonly projectId: string
  /** Page heights in pixels, by call. A page that is scrolled away keeps its space. */
  readonly heights: Map<string, number>
  /**
   * The person's answers, by key: whether a server's pages are shown in this browser, and whether a page may use its
   * addresses. Absent: not asked yet.
   */
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
