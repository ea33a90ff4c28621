/**
 * A project with its servers in a form that can be exported, including the fields that otherwise never leave the
 * engine.
 */
import { AppError } from '#contract/errors'
import type { Project } from '#contract/project'
import { projectInUse } from '#engine/registry/projects/namedProject'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { OwnTools } from '#contract/tools/tool'
import type { ServerRow } from '#engine/store/servers/serverRow'

export type WrittenRow = ServerRow & { readonly disabledTools: readonly string[]; readonly ownTools: OwnTools }

export function writtenProject(registry: ServerRegistry, idOrName: string | undefined): [WrittenRow[], Project] {
  const id = projectInUse(registry, idOrName)
  const project = registry.projects().find((one) => one.id === id)
  if (project === undefined) throw new AppError('NOT_FOUND', `Project ${idOrName ?? id} does not exist.`)
  const rows = registry.ofProject(project.id).map(({ row, switchedOff, own }) => ({
    ...row,
    disabledTools: [...switchedOff].sort(),
    ownTools: own,
  }))
  return [rows, project]
}
