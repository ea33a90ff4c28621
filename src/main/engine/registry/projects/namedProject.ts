/** Which project a request means, by its id, its name or nothing: the one place where routes and the chat look it up. */
import { AppError } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import type { ServerRegistry } from '#engine/registry/serverRegistry'

/** Whose tools are used, or whose servers are read. Without a name, the main project. */
export function projectInUse(
  registry: Pick<ServerRegistry, 'projectId' | 'mainProjectId'>,
  idOrName: string | undefined,
): string {
  return idOrName === undefined ? registry.mainProjectId() : namedProject(registry, idOrName)
}

/** Where something new is kept. Without a name, the default project, whatever else is there at the time. */
export function projectToKeepIn(registry: Pick<ServerRegistry, 'projectId'>, idOrName: string | undefined): string {
  return idOrName === undefined ? defaultProjectId : namedProject(registry, idOrName)
}

/** For what is looked for in records: a project that is gone goes by its id alone. */
export function soughtProject<Q extends { readonly projectId?: string | undefined }>(
  registry: Pick<ServerRegistry, 'projectId'>,
  query: Q,
): Q {
  const { projectId } = query
  return projectId === undefined ? query : { ...query, projectId: registry.projectId(projectId) ?? projectId }
}

export function namedProject(registry: Pick<ServerRegistry, 'projectId'>, idOrName: string): string {
  const id = registry.projectId(idOrName)
  if (id === null) throw new AppError('NOT_FOUND', `There is no project ${idOrName}.`)
  return id
}
