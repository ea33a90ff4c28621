/**
 * Makes a person's changes to projects. The servers of a removed project stay, and the removal can be undone as long as
 * this engine is running. A file project can be changed only in its file.
 */
import { AppError } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import type { NewProject, Project, ProjectPatch, ProjectSnapshot } from '#contract/project'
import { givenFields } from '#engine/policies/givenFields'
import type { Clock, MakeId } from '#engine/ports'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { Removed } from '#engine/registry/changes/removed'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Change, SwitchedServer } from '#engine/store/servers/change'
import type { ProductStore } from '#engine/store/servers/productStore'
import { pairIn } from '#engine/store/servers/serverRow'

export interface ProjectChangesOptions {
  readonly products: Pick<ProductStore, 'list'>
  readonly registry: Pick<ServerRegistry, 'projects' | 'project' | 'projectSnapshot' | 'definitions' | 'ofProject'>
  readonly writer: ChangeWriter
  readonly clock: Clock
  readonly makeId: MakeId
}

interface RemovedProject {
  readonly project: Project
  readonly servers: readonly SwitchedServer[]
}

export class ProjectChanges {
  readonly #options: ProjectChangesOptions
  readonly #removed = new Removed<RemovedProject>(20)

  constructor(options: ProjectChangesOptions) {
    this.#options = options
  }

  async add(wanted: NewProject): Promise<ProjectSnapshot> {
    const { registry, writer, makeId } = this.#options
    const project: Project = { ...wanted, id: makeId(), file: null, formerNames: [] }
    await writer.change(() => {
      this.#refuseTakenName(wanted.name, project.id)
      return [{ kind: 'addProject', project }, ...this.#takeNames([wanted.name], project.id)]
    })
    return registry.projectSnapshot(project.id)
  }

  async update(id: string, patch: ProjectPatch): Promise<ProjectSnapshot> {
    const { registry, writer } = this.#options
    await writer.change(() => {
      const before = registry.project(id)
      if (before.file !== null)
        throw new AppError(
          'CONFLICT',
          `Project ${before.name} mirrors a configuration file. Change it there: ${before.file}`,
        )
      const project: Project = { ...before, ...givenFields(patch) }
      if (project.name === before.name) return [{ kind: 'changeProject', project }]
      this.#refuseTakenName(project.name, id)
      // Clients may still use the address with the old name.
      const formerNames = [...before.formerNames.filter((name) => name !== project.name), before.name]
      return [
        { kind: 'changeProject', project: { ...project, formerNames } },
        ...this.#takeNames([before.name, project.name], id),
      ]
    })
    return registry.projectSnapshot(id)
  }

  async remove(id: string): Promise<void> {
    const { registry, writer } = this.#options
    let keep = (): void => undefined
    await writer.change(() => {
      const project = registry.project(id)
      if (id === defaultProjectId)
        throw new AppError('CONFLICT', 'The default project cannot be removed. Remove its servers from it instead.')
      if (project.file !== null)
        throw new AppError(
          'CONFLICT',
          `Project ${project.name} mirrors a configuration file and cannot be removed. It disappears when its engine stops.`,
        )
      const servers = registry.ofProject(id)
      keep = () => this.#removed.keep(id, { project, servers })
      return [{ kind: 'removeProject', id }]
    })
    keep()
  }

  async restore(id: string): Promise<ProjectSnapshot> {
    const { products, registry, writer } = this.#options
    await writer.change(async () => {
      const kept = this.#removed.get(id)
      if (kept === null) throw new AppError('NOT_FOUND', `The removal of project ${id} can no longer be undone.`)
      this.#refuseTakenName(kept.project.name, id)
      const left = new Set((await products.list()).map((product) => product.id))
      return [{ kind: 'addProject', project: kept.project }, ...this.#pairsOf(kept.servers, left)]
    })
    this.#removed.forget(id)
    return registry.projectSnapshot(id)
  }

  /** Creates another project with the same settings and servers. */
  async duplicate(id: string, name: string): Promise<ProjectSnapshot> {
    const { registry, writer, makeId, clock } = this.#options
    const copyId = makeId()
    await writer.change(() => {
      const project: Project = { ...registry.project(id), id: copyId, name, file: null, formerNames: [] }
      if (registry.project(id).file !== null)
        throw new AppError('CONFLICT', 'Servers from a file can only be in the project of that file.')
      this.#refuseTakenName(name, copyId)
      const servers = registry.ofProject(id).map(({ row, ...switches }): Change => {
        const pair = { ...pairIn(row), pairId: makeId(), projectId: copyId, productId: null, addedAt: clock.now() }
        return { kind: 'addPair', id: row.id, slug: row.slug, pair, ...switches }
      })
      return [{ kind: 'addProject', project }, ...this.#takeNames([name], copyId), ...servers]
    })
    return registry.projectSnapshot(copyId)
  }

  /** The pairs of a restored project, without servers and links to products that were removed in the meantime. */
  #pairsOf(servers: readonly SwitchedServer[], products: ReadonlySet<string>): Change[] {
    const there = new Map(this.#options.registry.definitions().map(({ id, slug }) => [id, slug]))
    return servers.flatMap(({ row, ...switches }): Change[] => {
      const slug = there.get(row.id)
      if (slug === undefined) return []
      const productId = row.productId !== null && products.has(row.productId) ? row.productId : null
      return [{ kind: 'addPair', id: row.id, slug, pair: { ...pairIn(row), productId }, ...switches }]
    })
  }

  /** Removes these names from the former names of other projects, because they now lead to this project. */
  #takeNames(names: readonly string[], ownId: string): Change[] {
    return this.#options.registry.projects().flatMap((project): Change[] => {
      const formerNames = project.formerNames.filter((name) => !names.includes(name))
      if (project.id === ownId || formerNames.length === project.formerNames.length) return []
      return [{ kind: 'changeProject', project: { ...project, formerNames } }]
    })
  }

  /** A client refers to its project by name, so the name must be unique. */
  #refuseTakenName(name: string, ownId: string): void {
    const taken = this.#options.registry.projects().some((one) => one.name === name && one.id !== ownId)
    if (taken) throw new AppError('CONFLICT', `There is already a project called ${name}. Choose another name.`)
  }
}
