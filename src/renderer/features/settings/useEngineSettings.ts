/**
 * The settings of the engine, and their changes. A change is shown immediately, and undone with a message if the engine
 * refuses.
 */
import { useQuery } from '@tanstack/react-query'
import type { EngineSettings } from '#contract/setting'
import { useEngine } from '#renderer/client/engine.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

export function useEngineSettings() {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  const { data: settings } = useQuery(queries.settings.get.queryOptions())
  const change = async (part: Partial<EngineSettings>) => {
    const key = queries.settings.get.queryKey()
    cache.setQueryData(key, (known) => known && { ...known, ...part })
    await attempt('Could not change the setting', async () => {
      cache.setQueryData(key, await api.settings.update(part))
    })
    await cache.invalidateQueries({ queryKey: key })
  }
  return { settings, change }
}
