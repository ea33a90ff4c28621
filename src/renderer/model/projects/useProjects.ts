import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEngine } from '#renderer/client/engine.ts'

export function useProjects() {
  const { queries } = useEngine()
  return useQuery(queries.projects.list.queryOptions())
}

/** Whether one of these projects mirrors a file. Its servers can then be changed only in that file. */
export function useIsOfFile(projectIds: readonly string[]): boolean {
  const { data: projects = [] } = useProjects()
  return projects.some((project) => projectIds.includes(project.id) && project.file !== null)
}

/** The names of projects by id, for lists that show several. */
export function useProjectNames(): ReadonlyMap<string, string> {
  const { data: projects } = useProjects()
  return useMemo(() => new Map(projects?.map((project) => [project.id, project.name])), [projects])
}
