/**
 * The project whose tools are used: the chosen one, or the main project while all projects are shown. Null until it is
 * known.
 */
import { mainProjectId } from '#contract/mainProject'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'

export function useProjectInUse(): string | null {
  const { data: projects } = useProjects()
  const { data: servers } = useServers()
  const chosen = useChosenProject()
  if (projects === undefined) return null
  if (chosen !== null) return chosen.id
  return servers === undefined ? null : mainProjectId(projects, servers)
}
