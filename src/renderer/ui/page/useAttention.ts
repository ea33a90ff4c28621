import { useSyncExternalStore } from 'react'

/** Whether the page has the focus, is visible beside another window, or is hidden. */
export type Attention = 'here' | 'beside' | 'away'

export function attentionOf(page: Pick<Document, 'visibilityState' | 'hasFocus'>): Attention {
  if (page.visibilityState === 'hidden') return 'away'
  return page.hasFocus() ? 'here' : 'beside'
}

function follow(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('focus', listener)
  window.addEventListener('blur', listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('focus', listener)
    window.removeEventListener('blur', listener)
  }
}

const now = () => attentionOf(document)

export function useAttention(): Attention {
  return useSyncExternalStore(follow, now)
}
