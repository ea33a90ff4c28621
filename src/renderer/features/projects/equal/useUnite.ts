/** Makes one of servers that are equal, and takes that back. */
import { useCallback } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

/** `names`: those of the servers, in words. Rejects where it is refused: the dialog says so. */
export function useUnite(): (slug: string, names: string) => Promise<void> {
  const { api } = useEngine()
  const { show } = useToasts()
  const attempt = useAttempt()
  return useCallback(
    async (slug, names) => {
      await api.servers.unite({ slug })
      const undo = () => void attempt('Could not undo this', () => api.servers.separate({ slug }))
      show({ title: `${names} are one server now`, action: { label: 'Undo', run: undo } })
    },
    [api, show, attempt],
  )
}
