/**
 * The tools of one server or of all, under their names in the shown project, and the switches for them. The effect of a
 * switch is shown immediately, and undone with a message if the engine refuses.
 */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { type ToolKey, toolKey } from '#renderer/model/tools/toolKey.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

const noTools: readonly never[] = []

function byServer(tools: readonly ToolKey[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { server, name } of tools) {
    const known = names.get(server)
    if (known === undefined) names.set(server, [name])
    else known.push(name)
  }
  return names
}

export interface ShownTools {
  readonly server?: string
  /** The shown project; null while all are shown. */
  readonly projectId: string | null
}

export function useTools({ server, projectId }: ShownTools) {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  const input = useMemo(
    () => ({ ...(server !== undefined && { server }), ...(projectId !== null && { projectId }) }),
    [server, projectId],
  )
  const { data, isPending, error } = useQuery(queries.tools.list.queryOptions({ input }))
  const tools = data ?? noTools
  const setEnabled = useCallback(
    async (which: readonly ToolKey[], enabled: boolean) => {
      const key = queries.tools.list.queryKey({ input })
      const changed = new Set(which.map(toolKey))
      // A list that is being read would show the old state for a moment.
      await cache.cancelQueries({ queryKey: key })
      cache.setQueryData(key, (known) =>
        known?.map((tool) => (changed.has(toolKey(tool)) ? { ...tool, enabled } : tool)),
      )
      const isDone = await attempt('Could not switch the tools', async () => {
        for (const [slug, names] of byServer(which)) {
          const switched = { server: slug, names, enabled }
          // While all projects are shown, the switch applies in every project that has the server.
          await (projectId === null
            ? api.tools.setEnabled(switched)
            : api.projects.setTools({ id: projectId, ...switched }))
        }
      })
      // After a success the list is read again when the event arrives.
      if (!isDone) await cache.invalidateQueries({ queryKey: key })
    },
    [api, cache, queries, input, projectId, attempt],
  )
  // If reading the list again fails, the last list stays, so that the person's input in it is not lost.
  return { tools, isPending, error: data === undefined ? error : null, setEnabled }
}
