/** The tools of one server, and switching them: shown at once, taken back with a message when the engine refuses. */
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { useToasts } from '#renderer/ui/Toasts.tsx'

const nobody: readonly never[] = []

export function useTools(server: string) {
  const { api, cache, queries } = useEngine()
  const { show } = useToasts()
  const { data: tools = nobody, isPending, error } = useQuery(queries.tools.list.queryOptions({ input: { server } }))
  const setEnabled = useCallback(
    async (names: readonly string[], enabled: boolean) => {
      const key = queries.tools.list.queryKey({ input: { server } })
      const changed = new Set(names)
      // A listing under way was asked for before this change and would show the old state for a moment.
      await cache.cancelQueries({ queryKey: key })
      cache.setQueryData(key, (known) => known?.map((tool) => (changed.has(tool.name) ? { ...tool, enabled } : tool)))
      try {
        await api.tools.setEnabled({ server, names: [...names], enabled })
      } catch (thrown) {
        show({ title: 'Could not switch', detail: messageOf(thrown) })
      }
      await cache.invalidateQueries({ queryKey: key })
    },
    [api, cache, queries, server, show],
  )
  return { tools, isPending, error, setEnabled }
}
