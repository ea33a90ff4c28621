/** A server as it is in the chosen project: switch, group, state and tools. Unchanged while all projects are shown. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProjectServer } from '#contract/projectServers'
import type { ServerSnapshot } from '#contract/servers/server'
import { useEngine } from '#renderer/client/engine.ts'
import { isOn, useChosenProject } from '#renderer/model/projects/chosenProject.ts'

function inProject(server: ServerSnapshot, projectId: string, pair: ProjectServer | undefined): ServerSnapshot {
  const enabled = isOn({ id: projectId }, server)
  // While it is off here, a process that other projects use does not count.
  const state = enabled ? (pair?.state ?? server.state) : { kind: 'stopped' as const }
  return { ...server, ...pair, enabled, state, tools: { ...server.tools, ...pair?.tools } }
}

export function useShownServer(server: ServerSnapshot): ServerSnapshot {
  const { queries } = useEngine()
  const chosen = useChosenProject()
  const projectId = chosen !== null && server.projects.includes(chosen.id) ? chosen.id : null
  const { data: pair } = useQuery({
    ...queries.projects.servers.queryOptions({ input: { id: projectId ?? '' } }),
    enabled: projectId !== null,
    select: (pairs) => pairs.find(({ slug }) => slug === server.slug),
  })
  return useMemo(() => (projectId === null ? server : inProject(server, projectId, pair)), [server, projectId, pair])
}

/** The same for several. */
export function useShownServers(servers: readonly ServerSnapshot[]): readonly ServerSnapshot[] {
  const { queries } = useEngine()
  const projectId = useChosenProject()?.id ?? null
  const { data: pairs } = useQuery({
    ...queries.projects.servers.queryOptions({ input: { id: projectId ?? '' } }),
    enabled: projectId !== null,
  })
  return useMemo(() => {
    if (projectId === null) return servers
    const bySlug = new Map(pairs?.map((pair) => [pair.slug, pair]))
    return servers.map((server) =>
      server.projects.includes(projectId) ? inProject(server, projectId, bySlug.get(server.slug)) : server,
    )
  }, [servers, projectId, pairs])
}
