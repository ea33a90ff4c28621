/** Installs products in projects and removes them: after a preview, completely or not at all. */
import type { InstalledProduct, ProductPreview } from '#contract/product'
import { defaultProjectId } from '#contract/mainProject'
import { AppError } from '#contract/errors'
import type { Clock, MakeId } from '#engine/ports'
import type { Manifest } from '#engine/products/manifest'
import { neededSecrets } from '#engine/products/neededSecrets'
import { planInstallation, type ProductPlan } from '#engine/products/plan'
import { previewOf } from '#engine/secrets/launchPreview'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { madeServer } from '#engine/registry/changes/newServer'
import { definitionChange, relaunched } from '#engine/registry/changes/rowChange'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Change } from '#engine/store/servers/change'
import { isSameLaunch } from '#engine/registry/changes/changedLaunch'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import type { KeepSecrets, KeptLaunch } from '#engine/secrets/receivedSecrets'
import type { ProductStore } from '#engine/store/servers/productStore'
import type { ServerDefinition, ServerPair, ServerRow } from '#engine/store/servers/serverRow'

export interface ProductInstallerOptions {
  readonly store: ProductStore
  readonly registry: Pick<ServerRegistry, 'projects' | 'rows' | 'definitions' | 'whole' | 'takenSlugs' | 'relaunch'>
  readonly writer: ChangeWriter
  /** Moves plain secrets in a launch into the vault. */
  readonly keepSecrets: KeepSecrets
  /** Returns what `keepSecrets` would, without storing anything. */
  readonly foreseeSecrets: KeepSecrets
  readonly secrets: Pick<ProjectSecrets, 'list'>
  readonly clock: Clock
  readonly makeId: MakeId
}

type Foreseen = ReadonlyMap<string, KeptLaunch>

interface WantedServers {
  readonly added: readonly Change[]
  readonly updated: readonly Pick<ServerDefinition, 'id' | 'launch' | 'description'>[]
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

  /** `consent` comes from the preview. Returns the slugs of the product's servers. */
  async install(text: string, consent: string, projectId = defaultProjectId): Promise<string[]> {
    const manifest = await readManifest(text)
    const { registry, writer } = this.#options
    // Done before the change, because a keychain may ask a person, and no other change should wait for that.
    const foreseen = await this.#foreseen(manifest, projectId)
    const plan = this.#agreedPlan(manifest, projectId, foreseen, consent)
    const wanted = await this.#wantedServers(manifest, plan, projectId)
    await writer.change(() => {
      this.#agreedPlan(manifest, projectId, foreseen, consent)
      return this.#changesOf(manifest, plan, wanted)
    })
    for (const { id, pairId } of registry.rows()) if (wanted.renewed.has(id)) registry.relaunch(pairId)
    return this.#ownRows(manifest.id, projectId).map((row) => row.slug)
  }

  /** Removes the product from one project, or from all. Returns the slugs of the removed servers. */
  async uninstall(productId: string, projectId: string | null): Promise<string[]> {
    const { writer, store } = this.#options
    if (!(await store.list()).some((product) => product.id === productId))
      throw new AppError('NOT_FOUND', `Product ${productId} is not installed.`)
    let removed: readonly ServerRow[] = []
    await writer.change(() => {
      const rows = this.#ownRows(productId, projectId)
      if (projectId !== null && rows.length === 0)
        throw new AppError('NOT_FOUND', `Product ${productId} is not installed in project ${projectId}.`)
      removed = rows
      return [...this.#removals(rows), { kind: 'removeProduct', id: productId }]
    })
    return removed.map(({ slug }) => slug)
  }

  #agreedPlan(manifest: Manifest, projectId: string, foreseen: Foreseen, consent: string): ProductPlan {
    const plan = this.#plan(manifest, projectId, foreseen)
    if (plan.problems.length > 0)
      throw new AppError('INVALID_INPUT', `The product cannot be installed. ${plan.problems.join('; ')}`)
    if (plan.consent !== consent)
      throw new AppError(
        'CONFLICT',
        'The product or its project has changed since the preview. Preview it again to see what would change.',
      )
    return plan
  }

  #plan(manifest: Manifest, projectId: string, foreseen: Foreseen): ProductPlan {
    const { registry } = this.#options
    const project = registry.projects().find((one) => one.id === projectId)
    if (project === undefined)
      throw new AppError('NOT_FOUND', `Project ${projectId} does not exist. It may have been removed.`)
    if (project.file !== null)
      throw new AppError(
        'CONFLICT',
        `Project ${project.name} mirrors a configuration file. Add the servers to that file: ${project.file}`,
      )
    return planInstallation(manifest, projectId, registry.whole(), {
      foreseen: ({ id }) => foreseen.get(id) ?? null,
      previewOf,
    })
  }

  /** The launches that existing servers would get, by server id. */
  async #foreseen(manifest: Manifest, projectId: string): Promise<Foreseen> {
    const given = new Map(
      manifest.servers.flatMap(({ server }) => (server === null ? [] : [[server.name, server.launch]])),
    )
    const foreseen = new Map<string, KeptLaunch>()
    for (const { id, slug, name } of this.#ownRows(manifest.id, null)) {
      const launch = given.get(name)
      if (launch !== undefined && !foreseen.has(id))
        foreseen.set(id, await this.#options.foreseeSecrets({ id, slug, projectId, launch }))
    }
    return foreseen
  }

  #ownRows(productId: string, projectId: string | null): ServerRow[] {
    return this.#options.registry
      .rows()
      .filter((row) => row.productId === productId && (projectId === null || row.projectId === projectId))
  }

  /** The manifest's servers with their secrets in the vault. Storing the secrets takes time. */
  async #wantedServers(manifest: Manifest, plan: ProductPlan, projectId: string) {
    const added = await this.#addedServers(manifest, plan, projectId, this.#options.clock.now())
    const updated: Pick<ServerDefinition, 'id' | 'launch' | 'description'>[] = []
    /** Servers whose launch is the same as before, but refers to a secret with a new value. */
    const renewed = new Set<string>()
    for (const { definition, server } of plan.updated) {
      const { id, slug } = definition
      const { launch, newValues } = await this.#options.keepSecrets({ id, slug, projectId, launch: server.launch })
      updated.push({ id, launch, description: server.description })
      if (newValues.size > 0 && isSameLaunch({ launch }, definition)) renewed.add(id)
    }
    return { added, updated, renewed }
  }

  /** The installation's changes. Other changes made to a server in the meantime stay. */
  #changesOf(manifest: Manifest, plan: ProductPlan, { added, updated }: WantedServers): Change[] {
    const { registry, clock } = this.#options
    const { id, name, version, source } = manifest
    const now = clock.now()
    const definitions = new Map(registry.definitions().map((one) => [one.id, one]))
    return [
      { kind: 'putProduct', product: { id, name, version, manifest: source, createdAt: now } },
      // Removals come first, because a server may get a name that they free.
      ...this.#removals(plan.removed),
      ...updated.flatMap(({ id: serverId, launch, description }) => {
        const before = definitions.get(serverId)
        if (before === undefined) return []
        return definitionChange(before, { ...relaunched(before, launch), description }, now) ?? []
      }),
      ...added,
    ]
  }

  /** A server that came with the product is removed when its last project loses it. */
  #removals(rows: readonly ServerRow[]): Change[] {
    const left = this.#options.registry.rows().filter((row) => !rows.some(({ pairId }) => pairId === row.pairId))
    const stays = new Set(left.map(({ id }) => id))
    const gone = new Map(rows.filter(({ id }) => !stays.has(id)).map(({ id, slug }) => [id, slug]))
    return [
      ...rows
        .filter(({ id }) => stays.has(id))
        .map(({ pairId, slug }): Change => ({ kind: 'removePair', pairId, slug })),
      ...[...gone].map(([id, slug]): Change => ({ kind: 'removeServer', id, slug })),
    ]
  }

  async #addedServers(manifest: Manifest, plan: ProductPlan, projectId: string, now: number): Promise<Change[]> {
    const { registry, makeId, keepSecrets } = this.#options
    const takenSlugs = new Set(registry.takenSlugs())
    const others = [...registry.definitions()]
    const added: Change[] = []
    for (const { server, switches, known } of plan.added) {
      const pairId = makeId()
      const ofProduct = (pair: ServerPair): ServerPair => ({ ...pair, productId: manifest.id })
      if (known !== null) {
        const { enabled, group } = server
        const pair = ofProduct({ pairId, projectId, productId: null, enabled, group, fileSwitches: null, addedAt: now })
        added.push({ kind: 'addPair', id: known.id, slug: known.slug, pair, ...switches })
        continue
      }
      const made = madeServer(server, { id: makeId(), pairId, projectId, now, takenSlugs, others })
      const { id, slug } = made.definition
      takenSlugs.add(slug)
      others.push(made.definition)
      const { launch } = await keepSecrets({ id, slug, projectId, launch: server.launch })
      const pairs = [{ pair: ofProduct(made.pair), ...switches }]
      added.push({ kind: 'addServer', definition: { ...made.definition, launch }, pairs })
    }
    return added
  }
}

/** The YAML parser is loaded on demand, so that no engine start waits for it. */
async function readManifest(text: string): Promise<Manifest> {
  return (await import('#engine/products/manifest')).readManifest(text)
}
