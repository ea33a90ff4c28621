import type { AccessClient } from '#contract/clients/access'
import { useEngine } from '#renderer/client/engine.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

/** Creates a token for a client. Resolves with null, after a message, if that failed. */
export function useNewToken(): (client: Pick<AccessClient, 'id'>) => Promise<string | null> {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  return async ({ id }) => {
    let made: string | null = null
    await attempt('Could not create a token', async () => {
      made = (await api.access.createToken({ id })).token
      await cache.invalidateQueries({ queryKey: queries.access.list.key() })
    })
    return made
  }
}
