/** Finds the project that a request means, by id, by name, or by default. Routes and the chat use it. */
import { AppError } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import type { ServerRegistry } from '#engine/registry/serverRegistry'

/** The project whose tools or servers a request uses. Without a name, the main project. */
export function projectInUse(
  registry: Pick<ServerRegistry, 'projectId' | 'mainProjectId'>,
  idOrName: string | undefined,
): string {
  return idOrName === undefined ? registry.mainProjectId() : namedProject(registry, idOrName)
}

/** The project in which something new is stored. Without a name, always the default project. */
export function projectToKeepIn(registry: Pick<ServerRegistry, 'projectId'>, idOrName: string | undefined): string {
  return idOrName === undefined ? defaultProjectId : namedProject(registry, idOrName)
}

/** Replaces the project's name in a search of records by its id. A removed project can be found only by its id. */
export function soughtProject<Q extends { readonly projectId?: string | undefined }>(
  registry: Pick<ServerRegistry, 'projectId'>,
  query: Q,
): Q {
  const { projectId } = query
  return projectId === undefined ? query : { ...query, projectId: registry.projectId(projectId) ?? projectId }
}

export function namedProject(registry: Pick<ServerRegistry, 'projectId'>, idOrName: string): string {
  const id = registry.projectId(idOrName)
  if (id === null) throw new AppError('NOT_FOUND', `Project ${idOrName} does not exist.`)
  return id
}
