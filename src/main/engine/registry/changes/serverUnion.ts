/**
 * Makes one of servers that are launched alike in different projects, when a person wants that. The oldest stays; the pairs
 * of the others become its own, with their toggles and names, and their slugs lead to it. It can be taken back while this
 * engine runs.
 */
import { AppError } from '#contract/errors'
import type { EqualServers } from '#contract/servers/equalServers'
import type { ServerSnapshot } from '#contract/servers/server'
import type { Clock } from '#engine/ports'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { Removed } from '#engine/registry/changes/removed'
import { definitionChange } from '#engine/registry/changes/rowChange'
import { equalServers } from '#engine/registry/servers/equalServers'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import { referencesIn } from '#engine/secrets/references'
import type { Change, WholeServer } from '#engine/store/servers/change'
import type { ServerDefinition } from '#engine/store/servers/serverRow'

/** What is remembered of the tools of servers, which is kept by their ids. */
export interface RememberedDecisions {
  /**
   * An allowance that held everywhere holds in the projects in which its server was; a denial holds everywhere. Returns how
   * to take that back.
   */
  unite(stays: DecidedServer, others: readonly DecidedServer[]): () => void
}

export interface DecidedServer {
  readonly id: string
  readonly projectIds: readonly string[]
}

export interface ServerUnionOptions {
  readonly registry: ServerRegistry
  readonly writer: ChangeWriter
  readonly secrets: Pick<ProjectSecrets, 'ownValue'>
  readonly decisions: RememberedDecisions
  readonly clock: Clock
}

interface United {
  readonly before: readonly WholeServer[]
  readonly takeBackDecisions: () => void
}

export class ServerUnion {
  readonly #options: ServerUnionOptions
  readonly #united = new Removed<United>(20)

  constructor(options: ServerUnionOptions) {
    this.#options = options
  }

  async equal(): Promise<EqualServers[]> {
    const { registry } = this.#options
    const values = await this.#ownValues(registry.definitions())
    return equalServers(registry.whole(), ({ id }) => values.get(id) ?? null)
  }

  /** `slug`: the oldest of servers that are equal, as they are now. */
  async unite(slug: string): Promise<ServerSnapshot> {
    const { registry, writer, decisions, clock } = this.#options
    const values = await this.#ownValues(registry.definitions())
    let before: WholeServer[] = []
    await writer.change(() => {
      const wanted = equalServers(registry.whole(), ({ id }) => values.get(id) ?? null).find((one) => one.slug === slug)
      if (wanted === undefined)
        throw new AppError('CONFLICT', `No other server is launched as ${slug} is. Look at them again.`)
      before = [slug, ...wanted.others].map((one) => registry.wholeOf(one))
      const [oldest, ...others] = before
      return oldest === undefined ? [] : unionChanges(oldest, others, clock.now())
    })
    const [stays, ...others] = before.map(decidedServer)
    const takeBackDecisions = stays === undefined ? () => undefined : decisions.unite(stays, others)
    this.#united.keep(slug, { before, takeBackDecisions })
    return registry.get(slug)
  }

  /** Takes that back: each is again what it was. What was decided in its projects since then stays. */
  async separate(slug: string): Promise<ServerSnapshot[]> {
    const { registry, writer, clock } = this.#options
    const kept = this.#united.get(slug)
    if (kept === null) throw new AppError('NOT_FOUND', `It is not kept any more what became ${slug}.`)
    const [oldest, ...others] = kept.before
    await writer.change(() =>
      oldest === undefined ? [] : separationChanges(registry.wholeOf(slug), others, clock.now()),
    )
    kept.takeBackDecisions()
    this.#united.forget(slug)
    return kept.before.map(({ definition }) => registry.get(definition.slug))
  }

  /** Of the references in each launch that lead to secrets of the server itself. */
  async #ownValues(definitions: readonly ServerDefinition[]): Promise<ReadonlyMap<string, string>> {
    const known = new Map<string, string>()
    for (const { id, slug, launch } of definitions) {
      const own = referencesIn(launch).filter(({ source, name }) => source === 'vault' && name.startsWith(`${slug}.`))
      const values = await Promise.all(own.map(({ name }) => this.#options.secrets.ownValue(id, name))).catch(
        () => null,
      )
      if (values?.every((value) => value !== null) === true) known.set(id, JSON.stringify(values))
    }
    return known
  }
}

function decidedServer({ definition, pairs }: WholeServer): DecidedServer {
  return { id: definition.id, projectIds: pairs.map(({ pair }) => pair.projectId) }
}

function unionChanges(oldest: WholeServer, others: readonly WholeServer[], now: number): Change[] {
  const { definition } = oldest
  const formerSlugs = [
    ...definition.formerSlugs,
    ...others.flatMap((other) => [other.definition.slug, ...other.definition.formerSlugs]),
  ]
  const renamed = definitionChange(definition, { ...definition, formerSlugs }, now)
  return [
    ...others.map(({ definition: { id, slug } }): Change => ({ kind: 'removeServer', id, slug })),
    ...(renamed === null ? [] : [renamed]),
    ...others.flatMap(({ pairs }) =>
      pairs.map((pair): Change => ({ kind: 'addPair', id: definition.id, slug: definition.slug, ...pair })),
    ),
  ]
}

/** A pair goes back with what it is now; one that is gone meanwhile stays so. */
function separationChanges(united: WholeServer, others: readonly WholeServer[], now: number): Change[] {
  const { definition, pairs } = united
  const there = new Map(pairs.map((one) => [one.pair.pairId, one]))
  const left = others.map((other) => ({
    definition: other.definition,
    pairs: other.pairs.flatMap(({ pair }) => there.get(pair.pairId) ?? []),
  }))
  const slugs = new Set(others.flatMap((other) => [other.definition.slug, ...other.definition.formerSlugs]))
  const formerSlugs = definition.formerSlugs.filter((slug) => !slugs.has(slug))
  const renamed = definitionChange(definition, { ...definition, formerSlugs }, now)
  return [
    ...left.flatMap((other) =>
      other.pairs.map(({ pair: { pairId } }): Change => ({ kind: 'removePair', pairId, slug: definition.slug })),
    ),
    ...(renamed === null ? [] : [renamed]),
    ...left.map((other): Change => ({ kind: 'addServer', ...other })),
  ]
}
