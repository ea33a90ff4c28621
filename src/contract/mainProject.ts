/** Chooses the project to use when none is named. Engine and page share this, so that both choose the same. Pure. */
import type { Project } from '#contract/project'

/** The project that every data folder has. New servers, products and secrets go there unless a project is named. */
export const defaultProjectId = 'default'

/** The only project with servers. If none has any, the only one that mirrors a file. Otherwise the default project. */
export function mainProjectId(
  projects: readonly Pick<Project, 'id' | 'file'>[],
  servers: readonly { readonly projects: readonly string[] }[],
): string {
  const inUse = new Set(servers.flatMap((server) => server.projects))
  const candidates = projects.filter(({ id, file }) => (inUse.size > 0 ? inUse.has(id) : file !== null))
  const [only, ...others] = candidates
  return only !== undefined && others.length === 0 ? only.id : defaultProjectId
}
