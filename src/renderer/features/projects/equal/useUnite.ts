/** Merges equal servers and offers Undo. */
import { useCallback } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

/** `names`: the names of the servers, in one string. Rejects if the engine refuses, so that the dialog can show why. */
export function useUnite(): (slug: string, names: string) => Promise<void> {
  const { api } = useEngine()
  const { show } = useToasts()
  const attempt = useAttempt()
  return useCallback(
    async (slug, names) => {
      await api.servers.unite({ slug })
      const undo = () => void attempt('Could not undo this', () => api.servers.separate({ slug }))
      show({ title: `Merged ${names}`, action: { label: 'Undo', run: undo } })
    },
    [api, show, attempt],
  )
}
