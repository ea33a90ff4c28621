/**
 * Unites servers that have the same launch in different projects, at a person's request. The oldest server stays and
 * gets the others' pairs, with their toggles and names. From then on, the others' slugs lead to that server. A union
 * can be undone as long as this engine is running.
 */
import { AppError } from '#contract/errors'
import type { EqualServers } from '#contract/servers/equalServers'
import type { ServerSnapshot } from '#contract/servers/server'
import type { SignInKind } from '#contract/servers/signIn'
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

/** Remembered decisions about servers' tools, by server id. */
export interface RememberedDecisions {
  /**
   * Moves the others' decisions to the server that stays. An allowance that applied everywhere then applies only in the
   * projects of the server that it was for. A denial still applies everywhere. Returns a function that undoes this.
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
  readonly signIns: { kindOf(serverId: string): SignInKind }
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

  /** `slug`: the slug of the oldest server. */
  async unite(slug: string): Promise<ServerSnapshot> {
    const { registry, writer, decisions, clock } = this.#options
    const values = await this.#ownValues(registry.definitions())
    let before: WholeServer[] = []
    await writer.change(() => {
      const wanted = equalServers(registry.whole(), ({ id }) => values.get(id) ?? null).find((one) => one.slug === slug)
      if (wanted === undefined)
        throw new AppError(
          'CONFLICT',
          `No other server has the same launch as ${slug} any more. Reload the list and try again.`,
        )
      before = [slug, ...wanted.others].map((one) => registry.wholeOf(one))
      const [oldest, ...others] = before
      return oldest === undefined ? [] : unionChanges(oldest, others, clock.now())
    })
    const [stays, ...others] = before.map(decidedServer)
    const takeBackDecisions = stays === undefined ? () => undefined : decisions.unite(stays, others)
    this.#united.keep(slug, { before, takeBackDecisions })
    return registry.get(slug)
  }

  /** Undoes a union: every server is as it was before. Later changes in the servers' projects stay. */
  async separate(slug: string): Promise<ServerSnapshot[]> {
    const { registry, writer, clock } = this.#options
    const kept = this.#united.get(slug)
    if (kept === null) throw new AppError('NOT_FOUND', `The merge of ${slug} can no longer be undone.`)
    const [oldest, ...others] = kept.before
    await writer.change(() =>
      oldest === undefined ? [] : separationChanges(registry.wholeOf(slug), others, clock.now()),
    )
    kept.takeBackDecisions()
    this.#united.forget(slug)
    return kept.before.map(({ definition }) => registry.get(definition.slug))
  }

  /** For each server, the values of its own secrets that the launch refers to. Leaves out servers with a sign-in. */
  async #ownValues(definitions: readonly ServerDefinition[]): Promise<ReadonlyMap<string, string>> {
    const known = new Map<string, string>()
    for (const { id, slug, launch } of definitions) {
      // Two sign-ins at one address may belong to two accounts.
      if (!['none', 'needed'].includes(this.#options.signIns.kindOf(id))) continue
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

/**
 * Gives each pair, as it is now, back to the server it had before the union. A pair that was removed since then stays
 * removed.
 */
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
