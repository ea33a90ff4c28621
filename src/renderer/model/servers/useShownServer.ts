/** A server as it is in the chosen project: switch, group, state and tools. Unchanged while all projects are shown. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import { useEngine } from '#renderer/client/engine.ts'
import { isOn, useChosenProject } from '#renderer/model/projects/chosenProject.ts'

export function useShownServer(server: ServerSnapshot): ServerSnapshot {
  const { queries } = useEngine()
  const chosen = useChosenProject()
  const projectId = chosen !== null && server.projects.includes(chosen.id) ? chosen.id : null
  const { data: pair } = useQuery({
    ...queries.projects.servers.queryOptions({ input: { id: projectId ?? '' } }),
    enabled: projectId !== null,
    select: (pairs) => pairs.find(({ slug }) => slug === server.slug),
  })
  return useMemo(() => {
    if (projectId === null) return server
    const enabled = isOn({ id: projectId }, server)
    // While the server is off in this project, a process that other projects use does not count.
    const state = enabled ? (pair?.state ?? server.state) : { kind: 'stopped' as const }
    return { ...server, ...pair, enabled, state, tools: { ...server.tools, ...pair?.tools } }
  }, [server, projectId, pair])
}
