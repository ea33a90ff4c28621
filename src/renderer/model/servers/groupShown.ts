/** A server's group as it is shown and edited: in one project, or in all projects that have the server. Pure. */
import type { ServerSnapshot } from '#contract/servers/server'

type Grouped = Pick<ServerSnapshot, 'projects' | 'groupIn'>

/** The project whose group is shown: the chosen one, or the server's only one. Null: all projects that have it. */
export function projectOfGroup({ projects }: Grouped, chosenId: string | null): string | null {
  if (chosenId !== null && projects.includes(chosenId)) return chosenId
  return projects.length === 1 ? (projects[0] ?? null) : null
}

export interface ShownGroup {
  /** Null if the server has no group, or its projects give it different ones. */
  readonly group: string | null
  readonly differs: boolean
}

export function groupShown(server: Grouped, projectId: string | null): ShownGroup {
  const { projects, groupIn } = server
  const groups = new Set((projectId === null ? projects : [projectId]).map((id) => groupIn[id] ?? null))
  const [group = null] = groups
  return groups.size > 1 ? { group: null, differs: true } : { group, differs: false }
}
