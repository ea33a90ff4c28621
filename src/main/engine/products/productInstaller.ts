/** Installs products on projects and removes them: previewed first, all of it or nothing. */
import type { InstalledProduct, ProductPreview } from '#contract/product'
import { defaultProjectId } from '#contract/mainProject'
import { AppError } from '#contract/errors'
import { slugFor } from '#engine/policies/slug'
import type { Clock, MakeId } from '#engine/ports'
import type { Manifest } from '#engine/products/manifest'
import { neededSecrets } from '#engine/products/neededSecrets'
import { planInstallation, type ProductPlan } from '#engine/products/plan'
import { previewOf } from '#engine/secrets/launchPreview'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { relaunched, rowChange } from '#engine/registry/changes/rowChange'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Change, SwitchedServer } from '#engine/store/servers/change'
import { isSameLaunch } from '#engine/registry/changes/changedLaunch'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import type { KeepSecrets, KeptLaunch } from '#engine/secrets/receivedSecrets'
import type { ProductStore } from '#engine/store/servers/productStore'
import type { ServerRow } from '#engine/store/servers/serverRow'

export interface ProductInstallerOptions {
  readonly store: ProductStore
  readonly registry: Pick<ServerRegistry, 'projects' | 'rows' | 'takenSlugs' | 'relaunch'>
  readonly writer: ChangeWriter
  /** Takes secrets that are written out in a launch into the vault. */
  readonly keepSecrets: KeepSecrets
  /** Says what that would come to. */
  readonly foreseeSecrets: KeepSecrets
  readonly secrets: Pick<ProjectSecrets, 'list'>
  readonly clock: Clock
  readonly makeId: MakeId
}

type Foreseen = ReadonlyMap<string, KeptLaunch>

interface WantedRows {
  readonly added: readonly SwitchedServer[]
  readonly updated: readonly Pick<ServerRow, 'id' | 'launch' | 'description'>[]
}

export class ProductInstaller {
  readonly #options: ProductInstallerOptions

  constructor(options: ProductInstallerOptions) {
    this.#options = options
  }

  async list(): Promise<InstalledProduct[]> {
    const rows = this.#options.registry.rows()
    return (await this.#options.store.list()).map(({ id, name, version, createdAt }) => {
      const own = rows.filter((row) => row.productId === id)
      const projectIds = [...new Set(own.map((row) => row.projectId))]
      const projects = projectIds.map((projectId) => ({
        projectId,
        servers: own.filter((row) => row.projectId === projectId).map((row) => row.slug),
      }))
      return { id, name, version, installedAt: createdAt, projects }
    })
  }

  async preview(text: string, projectId = defaultProjectId): Promise<ProductPreview> {
    const manifest = await readManifest(text)
    const plan = this.#plan(manifest, projectId, await this.#foreseen(manifest, projectId))
    const installed = (await this.list()).find((product) => product.id === manifest.id)
    const isOnProject = installed?.projects.some((project) => project.projectId === projectId) === true
    return {
      id: manifest.id,
      name: manifest.name,
      version: manifest.version,
      installedVersion: isOnProject ? installed.version : null,
      changes: [...plan.changes],
      needs: neededSecrets(manifest, await this.#secretNames(projectId)),
      problems: [...plan.problems],
      warnings: [...manifest.warnings],
      consent: plan.consent,
    }
  }

  async #secretNames(projectId: string): Promise<Set<string>> {
    return new Set((await this.#options.secrets.list(projectId)).map(({ name }) => name))
  }

  /** `consent` is that of the preview. Gives back the slugs of the product's servers. */
  async install(text: string, consent: string, projectId = defaultProjectId): Promise<string[]> {
    const manifest = await readManifest(text)
    const { registry, writer } = this.#options
    // Before the change: a keychain may ask a person, and nothing else shall wait for the answer.
    const foreseen = await this.#foreseen(manifest, projectId)
    const plan = this.#agreedPlan(manifest, projectId, foreseen, consent)
    const wanted = await this.#wantedRows(manifest, plan, projectId)
    await writer.change(() => {
      this.#agreedPlan(manifest, projectId, foreseen, consent)
      return this.#changesOf(manifest, plan, wanted)
    })
    for (const slug of wanted.renewed) registry.relaunch(slug)
    return this.#ownRows(manifest.id, projectId).map((row) => row.slug)
  }

  /** Of one project, or of all. Gives back the slugs of what was removed. */
  async uninstall(productId: string, projectId: string | null): Promise<string[]> {
    const { writer, store } = this.#options
    if (!(await store.list()).some((product) => product.id === productId))
      throw new AppError('NOT_FOUND', `There is no product ${productId}.`)
    let removed: readonly ServerRow[] = []
    await writer.change(() => {
      const rows = this.#ownRows(productId, projectId)
      if (projectId !== null && rows.length === 0)
        throw new AppError('NOT_FOUND', `The product ${productId} is not installed on the project ${projectId}.`)
      removed = rows
      return [...rows.map(removal), { kind: 'removeProduct', id: productId }]
    })
    return removed.map(({ slug }) => slug)
  }

  #agreedPlan(manifest: Manifest, projectId: string, foreseen: Foreseen, consent: string): ProductPlan {
    const plan = this.#plan(manifest, projectId, foreseen)
    if (plan.problems.length > 0)
      throw new AppError('INVALID_INPUT', `It cannot be installed. ${plan.problems.join('; ')}`)
    if (plan.consent !== consent)
      throw new AppError('CONFLICT', 'This is not what was previewed: preview it again to see what it would do.')
    return plan
  }

  #plan(manifest: Manifest, projectId: string, foreseen: Foreseen): ProductPlan {
    const { registry } = this.#options
    const project = registry.projects().find((one) => one.id === projectId)
    if (project === undefined) throw new AppError('NOT_FOUND', `There is no project ${projectId}.`)
    if (project.file !== null)
      throw new AppError('CONFLICT', `The project ${project.name} mirrors a file: add the servers there.`)
    return planInstallation(manifest, projectId, registry.rows(), {
      foreseen: ({ id }) => foreseen.get(id) ?? null,
      previewOf,
    })
  }

  /** What the launches of servers that are there already would be, by the id of the server. */
  async #foreseen(manifest: Manifest, projectId: string): Promise<Foreseen> {
    const given = new Map(
      manifest.servers.flatMap(({ server }) => (server === null ? [] : [[server.name, server.launch]])),
    )
    const foreseen = new Map<string, KeptLaunch>()
    for (const { id, slug, name } of this.#ownRows(manifest.id, projectId)) {
      const launch = given.get(name)
      if (launch !== undefined) foreseen.set(id, await this.#options.foreseeSecrets({ id, slug, projectId, launch }))
    }
    return foreseen
  }

  #ownRows(productId: string, projectId: string | null): ServerRow[] {
    return this.#options.registry
      .rows()
      .filter((row) => row.productId === productId && (projectId === null || row.projectId === projectId))
  }

  /** With their secrets in the vault, which takes time. */
  async #wantedRows(manifest: Manifest, plan: ProductPlan, projectId: string) {
    const added = await this.#addedRows(manifest, plan, projectId, this.#options.clock.now())
    const updated: Pick<ServerRow, 'id' | 'launch' | 'description'>[] = []
    /** They name the same secrets as before, and one of them has another value now. */
    const renewed: string[] = []
    for (const { row, server } of plan.updated) {
      const { id, slug } = row
      const { launch, newValues } = await this.#options.keepSecrets({ id, slug, projectId, launch: server.launch })
      updated.push({ id, launch, description: server.description })
      if (newValues.size > 0 && isSameLaunch({ launch }, row)) renewed.push(slug)
    }
    return { added, updated, renewed }
  }

  /** Whatever else was changed of a server meanwhile stays. */
  #changesOf(manifest: Manifest, plan: ProductPlan, { added, updated }: WantedRows): Change[] {
    const { registry, clock } = this.#options
    const { id, name, version, source } = manifest
    const now = clock.now()
    const rows = new Map(registry.rows().map((row) => [row.id, row]))
    return [
      { kind: 'putProduct', product: { id, name, version, manifest: source, createdAt: now } },
      // Removed first: a server may be renamed into a name that becomes free.
      ...plan.removed.map(removal),
      ...updated.flatMap(({ id: serverId, launch, description }) => {
        const row = rows.get(serverId)
        return row === undefined ? [] : (rowChange(row, { ...relaunched(row, launch), description }, now) ?? [])
      }),
      ...added.map((server): Change => ({ kind: 'addServer', ...server })),
    ]
  }

  async #addedRows(manifest: Manifest, plan: ProductPlan, projectId: string, now: number) {
    const { registry, makeId, keepSecrets } = this.#options
    const taken = new Set(registry.takenSlugs())
    let position = Math.max(0, ...registry.rows().map((row) => row.position))
    const added: SwitchedServer[] = []
    for (const { server, switchedOff } of plan.added) {
      const { projectId: _project, ...settings } = server
      const slug = slugFor(server.name, taken)
      taken.add(slug)
      const id = makeId()
      const { launch } = await keepSecrets({ id, slug, projectId, launch: server.launch })
      position += 1
      const row: ServerRow = {
        ...settings,
        launch,
        id,
        slug,
        projectId,
        productId: manifest.id,
        position,
        asksCallers: false,
        era: null,
        fileSwitches: null,
        createdAt: now,
        updatedAt: now,
      }
      added.push({ row, switchedOff: new Set(switchedOff) })
    }
    return added
  }
}

function removal({ id, slug }: ServerRow): Change {
  return { kind: 'removeServer', id, slug }
}

/** Loaded when it is needed: no start of an engine shall wait for a reader of YAML. */
async function readManifest(text: string): Promise<Manifest> {
  return (await import('#engine/products/manifest')).readManifest(text)
}
