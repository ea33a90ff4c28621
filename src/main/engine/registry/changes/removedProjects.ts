/** Projects that were removed in this run, with their servers, so that a removal can be taken back. */
import type { Project } from '#contract/project'
import type { SwitchedServer } from '#engine/store/change'

export interface RemovedProject {
  readonly project: Project
  readonly servers: readonly SwitchedServer[]
}

const most = 20

export class RemovedProjects {
  readonly #byId = new Map<string, RemovedProject>()

  keep(project: Project, servers: readonly SwitchedServer[]): void {
    const copies = servers.map(({ row, switchedOff }) => ({ row, switchedOff: new Set(switchedOff) }))
    this.#byId.set(project.id, { project, servers: copies })
    const [oldest] = this.#byId.keys()
    if (this.#byId.size > most && oldest !== undefined) this.#byId.delete(oldest)
  }

  get(id: string): RemovedProject | null {
    return this.#byId.get(id) ?? null
  }

  forget(id: string): void {
    this.#byId.delete(id)
  }
}
