/**
 * The tools of one server or of all, under the names that the scope that is shown gives them, and switching them: shown at
 * once, taken back with a message when the engine refuses.
 */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { type ToolKey, toolKey } from '#renderer/model/tools/toolKey.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

const nobody: readonly never[] = []

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
  /** The project that is shown; null where all are. */
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
  const tools = data ?? nobody
  const setEnabled = useCallback(
    async (which: readonly ToolKey[], enabled: boolean) => {
      const key = queries.tools.list.queryKey({ input })
      const changed = new Set(which.map(toolKey))
      // A listing under way was asked for before this change and would show the old state for a moment.
      await cache.cancelQueries({ queryKey: key })
      cache.setQueryData(key, (known) =>
        known?.map((tool) => (changed.has(toolKey(tool)) ? { ...tool, enabled } : tool)),
      )
      const isDone = await attempt('Could not switch', async () => {
        for (const [slug, names] of byServer(which)) {
          const switched = { server: slug, names, enabled }
          // Where no project is shown, in every project that has the server.
          await (projectId === null
            ? api.tools.setEnabled(switched)
            : api.projects.setTools({ id: projectId, ...switched }))
        }
      })
      // What was switched is told by an event, after which the list is read again.
      if (!isDone) await cache.invalidateQueries({ queryKey: key })
    },
    [api, cache, queries, input, projectId, attempt],
  )
  // What was read stays, with what a person is doing with it, when it cannot be read again.
  return { tools, isPending, error: data === undefined ? error : null, setEnabled }
}
