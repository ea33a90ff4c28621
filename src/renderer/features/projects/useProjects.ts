import { useQuery } from '@tanstack/react-query'
import { useEngine } from '#renderer/client/engine.ts'

export function useProjects() {
  const { queries } = useEngine()
  return useQuery(queries.projects.list.queryOptions())
}

/** The names of projects by id, for lists that show several. */
export function useProjectNames(): ReadonlyMap<string, string> {
  const { data: projects = [] } = useProjects()
  return new Map(projects.map((project) => [project.id, project.name]))
}
