import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CatalogPlace } from '#contract/tools/catalog'
import { useEngine } from '#renderer/client/engine.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

/** Opens a new conversation with text in its message box, for the person to review. */
export function useNewConversation({ projectId }: CatalogPlace) {
  const { api } = useEngine()
  const attempt = useAttempt()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const open = async (draft: string) => {
    setBusy(true)
    await attempt('Could not open a conversation', async () => {
      const { id } = await api.chat.create(projectId === undefined ? {} : { projectId })
      await api.chat.update({ id, draft })
      await navigate({ to: '/chat/$id', params: { id } })
    })
    setBusy(false)
  }
  return { busy, open }
}
