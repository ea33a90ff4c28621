/** Adds a client with a token of its own: first what it may use, then its token, which is shown once. */
import { useState } from 'react'
import type { AccessClient } from '#contract/clients/access'
import { useEngine } from '#renderer/client/engine.ts'
import { AccessDialog } from '#renderer/parts/access/AccessDialog.tsx'
import { NewTokenDialog } from '#renderer/parts/access/NewTokenDialog.tsx'
import { useNewToken } from '#renderer/parts/access/useNewToken.ts'

export interface NewClientDialogsProps {
  /** The project to start with; null: all of them. */
  projectId: string | null
  onClose: () => void
}

export function NewClientDialogs({ projectId, onClose }: NewClientDialogsProps) {
  const { cache, queries } = useEngine()
  const createToken = useNewToken()
  const [made, setMade] = useState<{ readonly client: AccessClient; readonly token: string } | null>(null)
  const finish = async (client: AccessClient) => {
    const token = await createToken(client)
    if (token === null) {
      // The client is there: it can be given a token on its row.
      await cache.invalidateQueries({ queryKey: queries.access.list.key() })
      onClose()
    } else setMade({ client, token })
  }
  return made === null ? (
    <AccessDialog client={null} startsIn={projectId} onSaved={finish} onClose={onClose} />
  ) : (
    <NewTokenDialog {...made} onClose={onClose} />
  )
}
