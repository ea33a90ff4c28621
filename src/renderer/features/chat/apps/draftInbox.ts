/**
 * Passes text from a server's page to the message box. A person reads the text there and decides whether to send it.
 */
import { createContext, useContext, useEffect } from 'react'

export interface DraftInbox {
  /** Adds text to the message box. Returns false if no message box is open. */
  add(text: string): boolean
  listen(take: (text: string) => void): () => void
}

export function createDraftInbox(): DraftInbox {
  const takers = new Set<(text: string) => void>()
  return {
    add(text) {
      for (const take of takers) take(text)
      return takers.size > 0
    },
    listen(take) {
      takers.add(take)
      return () => takers.delete(take)
    },
  }
}

const InboxContext = createContext<DraftInbox | null>(null)
export const DraftInboxProvider = InboxContext.Provider

export function useDraftInbox(): DraftInbox | null {
  return useContext(InboxContext)
}

export function useDraftAdditions(take: (text: string) => void): void {
  const inbox = useDraftInbox()
  useEffect(() => inbox?.listen(take), [inbox, take])
}
