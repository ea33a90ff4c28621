/** A project with its servers as they can be written down: with what only the engine may know of them. */
import { AppError } from '#contract/errors'
import type { Project } from '#contract/project'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import { defaultProjectId } from '#engine/store/projectStore'
import type { ServerRow } from '#engine/store/serverStore'

export type WrittenRow = ServerRow & { readonly disabledTools: readonly string[] }

/** Without a name the default project; where there is only a configuration file's, that one. */
export function writtenProject(registry: ServerRegistry, idOrName: string | undefined): [WrittenRow[], Project] {
  const id = idOrName === undefined ? usualProject(registry) : registry.projectId(idOrName)
  const project = registry.projects().find((one) => one.id === id)
  if (project === undefined) throw new AppError('NOT_FOUND', `There is no project ${idOrName ?? ''}.`)
  const rows = registry.rows().filter((row) => row.projectId === project.id)
  return [rows.map((row) => ({ ...row, disabledTools: [...registry.held(row.slug).switchedOff].sort() })), project]
}

function usualProject(registry: ServerRegistry): string {
  const [file, ...others] = registry.projects().filter((one) => one.file !== null)
  return file !== undefined && others.length === 0 ? file.id : defaultProjectId
}
