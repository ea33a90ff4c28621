/** The projects that are in use, by id and by name. */
import { AppError } from '#contract/errors'
import type { Project } from '#contract/project'

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
    if (project === undefined) throw new AppError('NOT_FOUND', `There is no project ${id}.`)
    return project
  }

  all(): Project[] {
    return [...this.#byId.values()]
  }

  /** Null when nothing is called so, or more than one. */
  idOf(idOrName: string): string | null {
    if (this.#byId.has(idOrName)) return idOrName
    const [named, other] = this.all().filter((project) => project.name === idOrName)
    return named !== undefined && other === undefined ? named.id : null
  }
}
