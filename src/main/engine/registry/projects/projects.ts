/** The projects in use. A project is found by its id or by one of several names. */
import { basename } from 'node:path'
import { AppError } from '#contract/errors'
import type { Project } from '#contract/project'
import { projectSlug } from '#engine/policies/slug'

const meanings: readonly ((project: Project, name: string) => boolean)[] = [
  (project, name) => project.name === name,
  ({ file }, name) => file !== null && basename(file) === name,
  (project, name) => projectSlug(project.name) === name,
  ({ formerNames }, name) => formerNames.some((former) => former === name || projectSlug(former) === name),
]

export class Projects {
  readonly #byId = new Map<string, Project>()

  put(project: Project): void {
    this.#byId.set(project.id, project)
  }

  forget(id: string): void {
    this.#byId.delete(id)
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  find(id: string): Project | undefined {
    return this.#byId.get(id)
  }

  get(id: string): Project {
    const project = this.#byId.get(id)
    if (project === undefined)
      throw new AppError('NOT_FOUND', `Project ${id} does not exist. It may have been removed.`)
    return project
  }

  /** The project, unless its servers come from a file. */
  writable(id: string): Project {
    const project = this.get(id)
    const { name, file } = project
    if (file === null) return project
    throw new AppError('CONFLICT', `The servers of ${name} come from a file. Change them there: ${file}`)
  }

  all(): Project[] {
    return [...this.#byId.values()]
  }

  /**
   * Finds a project by id, else by name, else by its file's name, else by its name in an address, else by a former
   * name. Null if no project or several match.
   */
  idOf(idOrName: string): string | null {
    if (this.#byId.has(idOrName)) return idOrName
    const projects = this.all()
    for (const isMeant of meanings) {
      const [found, ...others] = projects.filter((project) => isMeant(project, idOrName))
      if (found !== undefined) return others.length === 0 ? found.id : null
    }
    return null
  }
}
