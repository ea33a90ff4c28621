/**
 * A server with its switch, group, state and tools in the chosen project. While all projects are shown, the server is
 * unchanged.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProjectServer } from '#contract/projectServers'
import type { ServerSnapshot } from '#contract/servers/server'
import { useEngine } from '#renderer/client/engine.ts'
import { isOn, useChosenProject } from '#renderer/model/projects/chosenProject.ts'

function inProject(server: ServerSnapshot, projectId: string, pair: ProjectServer | undefined): ServerSnapshot {
  const enabled = isOn({ id: projectId }, server)
  // If the server is off in this project, a process that other projects use is ignored.
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

/**
 * Several servers as they are in the chosen project. A server that stays the same is the same object again, so that its
 * row is not rendered again when another server changes.
 */
export function useShownServers(servers: readonly ServerSnapshot[]): readonly ServerSnapshot[] {
  const { queries } = useEngine()
  const projectId = useChosenProject()?.id ?? null
  const { data: pairs } = useQuery({
    ...queries.projects.servers.queryOptions({ input: { id: projectId ?? '' } }),
    enabled: projectId !== null,
  })
  const shown = useMemo(() => shownOnce(projectId), [projectId])
  return useMemo(() => {
    if (projectId === null) return servers
    const bySlug = new Map(pairs?.map((pair) => [pair.slug, pair]))
    return servers.map((server) =>
      server.projects.includes(projectId) ? shown(server, bySlug.get(server.slug)) : server,
    )
  }, [servers, projectId, pairs, shown])
}

type Shown = (server: ServerSnapshot, pair: ProjectServer | undefined) => ServerSnapshot

/** Remembers the last result for each server. */
function shownOnce(projectId: string | null): Shown {
  const last = new WeakMap<ServerSnapshot, { pair: ProjectServer | undefined; shown: ServerSnapshot }>()
  return (server, pair) => {
    if (projectId === null) return server
    const known = last.get(server)
    if (known !== undefined && known.pair === pair) return known.shown
    const shown = inProject(server, projectId, pair)
    last.set(server, { pair, shown })
    return shown
  }
}
