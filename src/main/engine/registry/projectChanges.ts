/**
 * Adds, changes and removes projects, each stored first and then told. A removal takes the project's servers with it
 * and can be taken back while this engine runs. What a file says of its project is changed in the file alone.
 */
import { givenFields } from '#engine/policies/givenFields'
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import { defaultProjectId } from '#contract/mainProject'
import type { NewProject, Project, ProjectPatch, ProjectSnapshot } from '#contract/project'
import { slugFor } from '#engine/policies/slug'
import type { MakeId } from '#engine/ports'
import { RemovedProjects } from '#engine/registry/removedProjects'
import type { RemovedServer } from '#engine/registry/removedServers'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Store } from '#engine/store/openStore'

export interface ProjectChangesOptions {
  readonly store: Pick<Store, 'projects' | 'servers' | 'products'>
  readonly registry: Pick<
    ServerRegistry,
    'projects' | 'projectSnapshot' | 'adoptProject' | 'forgetProject' | 'rows' | 'held' | 'takenSlugs' | 'changeMany'
  >
  readonly publish: (event: EngineEvent) => void
  readonly makeId: MakeId
}

export class ProjectChanges {
  readonly #options: ProjectChangesOptions
  readonly #removed = new RemovedProjects()

  constructor(options: ProjectChangesOptions) {
    this.#options = options
  }

  async add(wanted: NewProject): Promise<ProjectSnapshot> {
    const { store, makeId } = this.#options
    this.#refuseTakenName(wanted.name, null)
    const project: Project = { ...wanted, id: makeId(), file: null, formerNames: [] }
    await store.projects.insert(project)
    await this.#takeName(wanted.name, project.id)
    return this.#tell(project)
  }

  async update(id: string, patch: ProjectPatch): Promise<ProjectSnapshot> {
    const before = this.#get(id)
    if (before.file !== null)
      throw new AppError('CONFLICT', `The project ${before.name} mirrors a file. Change it there: ${before.file}`)
    if (patch.name === undefined || patch.name === before.name)
      return this.#tell(await this.#options.store.projects.update(id, givenFields(patch)))
    this.#refuseTakenName(patch.name, id)
    // Clients have the address of the old name.
    const formerNames = [...before.formerNames.filter((name) => name !== patch.name), before.name]
    const renamed = await this.#options.store.projects.update(id, { ...givenFields(patch), formerNames })
    await this.#takeName(before.name, id)
    await this.#takeName(renamed.name, id)
    return this.#tell(renamed)
  }

  async remove(id: string): Promise<void> {
    const { store, registry, publish } = this.#options
    const project = this.#get(id)
    if (id === defaultProjectId)
      throw new AppError('CONFLICT', 'The default project cannot be removed. Remove its servers instead.')
    if (project.file !== null)
      throw new AppError('CONFLICT', `The project ${project.name} mirrors a file and goes when its engine ends.`)
    await registry.changeMany(async () => {
      const servers = registry
        .rows()
        .filter((row) => row.projectId === id)
        .map(({ slug }) => registry.held(slug))
      await store.projects.remove(id)
      this.#removed.keep(project, servers)
      return { appeared: [], replaced: [], disappeared: servers.map(({ row }) => row.slug) }
    })
    registry.forgetProject(id)
    publish({ type: 'project.removed', id })
  }

  async restore(id: string): Promise<ProjectSnapshot> {
    const { store, registry } = this.#options
    const kept = this.#removed.get(id)
    if (kept === null) throw new AppError('NOT_FOUND', `No removed project ${id} is kept any more.`)
    this.#refuseTakenName(kept.project.name, id)
    const products = new Set((await store.products.list()).map((product) => product.id))
    await store.projects.insert(kept.project)
    const restored = this.#tell(kept.project)
    await registry.changeMany(async () => {
      const appeared = this.#withFreeSlugs(kept.servers, products)
      for (const { row, switchedOff } of appeared) await store.servers.insert(row, switchedOff)
      return { appeared, replaced: [], disappeared: [] }
    })
    this.#removed.forget(id)
    return restored
  }

  /** Meanwhile others may have taken a slug, and a product may be gone that a server came with. */
  #withFreeSlugs(servers: readonly RemovedServer[], products: ReadonlySet<string>): RemovedServer[] {
    const taken = new Set(this.#options.registry.takenSlugs())
    return servers.map(({ row, switchedOff }) => {
      const slug = taken.has(row.slug) ? slugFor(row.name, taken) : row.slug
      taken.add(slug)
      const productId = row.productId !== null && products.has(row.productId) ? row.productId : null
      return { row: { ...row, slug, productId }, switchedOff }
    })
  }

  #get(id: string): Project {
    const project = this.#options.registry.projects().find((one) => one.id === id)
    if (project === undefined) throw new AppError('NOT_FOUND', `There is no project ${id}.`)
    return project
  }

  /** Another project that once had this name is not found by it any more. */
  async #takeName(name: string, ownId: string): Promise<void> {
    const { store, registry } = this.#options
    for (const { id, formerNames } of registry.projects())
      if (id !== ownId && formerNames.includes(name))
        this.#tell(await store.projects.update(id, { formerNames: formerNames.filter((former) => former !== name) }))
  }

  #tell(project: Project): ProjectSnapshot {
    const { registry, publish } = this.#options
    registry.adoptProject(project)
    const snapshot = registry.projectSnapshot(project.id)
    publish({ type: 'project.changed', project: snapshot })
    return snapshot
  }

  /** A client names its project by this name, so it has to mean one. */
  #refuseTakenName(name: string, ownId: string | null): void {
    const taken = this.#options.registry.projects().some((one) => one.name === name && one.id !== ownId)
    if (taken) throw new AppError('CONFLICT', `A project is called ${name} already.`)
  }
}
