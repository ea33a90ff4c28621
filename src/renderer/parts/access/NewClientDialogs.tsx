/** Adds a client with its own token: the first dialog asks what it may use, the second shows its token once. */
import { useState } from 'react'
import type { AccessClient } from '#contract/clients/access'
import { useEngine } from '#renderer/client/engine.ts'
import { AccessDialog } from '#renderer/parts/access/AccessDialog.tsx'
import { NewTokenDialog } from '#renderer/parts/access/NewTokenDialog.tsx'
import { useNewToken } from '#renderer/parts/access/useNewToken.ts'

export interface NewClientDialogsProps {
  /** The project that the client starts with; null: all projects. */
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
      // The client exists without a token. Its row can create one.
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
