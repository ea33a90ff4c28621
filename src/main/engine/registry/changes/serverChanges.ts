/**
 * Makes a person's changes to servers, one at a time. Servers from a file, and their tools, can be switched on and off
 * here; everything else about them can be changed only in the file.
 */
import { AppError } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import type { AddedServer, Launch, LaunchChange, ServerChange, ServerSnapshot } from '#contract/servers/server'
import { givenFields } from '#engine/policies/givenFields'
import { slugFor } from '#engine/policies/slug'
import type { Clock, MakeId } from '#engine/ports'
import { changedLaunch, isSameLaunch } from '#engine/registry/changes/changedLaunch'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { madeServer } from '#engine/registry/changes/newServer'
import { Removed } from '#engine/registry/changes/removed'
import { definitionChange, pairChange, relaunched } from '#engine/registry/changes/rowChange'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import { inOwnNotation } from '#engine/secrets/otherNotations'
import type { KeepSecrets } from '#engine/secrets/receivedSecrets'
import { plainSecrets } from '#engine/secrets/secretPlaces'
import { type Change, noSwitches, type SwitchedPair, type WholeServer } from '#engine/store/servers/change'
import type { ServerDefinition, ServerPair } from '#engine/store/servers/serverRow'

export interface ServerChangesOptions {
  readonly registry: ServerRegistry
  readonly writer: ChangeWriter
  readonly keepSecrets: KeepSecrets
  readonly clock: Clock
  readonly makeId: MakeId
}

/** A new launch, with the settings that go with it. */
export type Relaunch = Pick<ServerDefinition, 'launch'> & Partial<Omit<ServerDefinition, 'id' | 'slug' | 'launch'>>

export class ServerChanges {
  readonly #options: ServerChangesOptions
  readonly #removed = new Removed<WholeServer>(50)

  constructor(options: ServerChangesOptions) {
    this.#options = options
  }

  async add(server: AddedServer): Promise<ServerSnapshot> {
    const { registry, writer, keepSecrets, clock, makeId } = this.#options
    const [id, pairId] = [makeId(), makeId()]
    const { projectId = defaultProjectId } = server
    registry.writableProject(projectId)
    // Outside the change: a keychain may ask a person, and other changes should not wait for the answer.
    const given = inOwnNotation(server.launch)
    const foreseen = slugFor(server.name, registry.takenSlugs())
    const { launch } = await keepSecrets({ id, slug: foreseen, projectId, launch: given })
    let slug = foreseen
    await writer.change(() => {
      const there = { takenSlugs: registry.takenSlugs(), others: registry.definitions() }
      const made = madeServer({ ...server, launch }, { id, pairId, projectId, now: clock.now(), ...there })
      slug = made.definition.slug
      return [{ kind: 'addServer', definition: made.definition, pairs: [{ pair: made.pair, ...noSwitches }] }]
    })
    return registry.get(slug)
  }

  update(slug: string, { launch: wanted, ...change }: ServerChange): Promise<ServerSnapshot> {
    const given = launchOf(this.#options.registry.wholeOf(slug).definition, wanted)
    return this.#change(slug, given === null ? null : { launch: given }, givenFields(change))
  }

  /** The secrets of the former launch are kept, so that a person can return to it. */
  relaunch(slug: string, { launch, ...settings }: Relaunch): Promise<ServerSnapshot> {
    const { definition } = this.#options.registry.wholeOf(slug)
    const given = launch === definition.launch ? null : { launch: inOwnNotation(launch), former: definition.launch }
    return this.#change(slug, given, settings)
  }

  async #change(
    slug: string,
    given: { readonly launch: Launch; readonly former?: Launch } | null,
    settings: Partial<ServerDefinition>,
  ): Promise<ServerSnapshot> {
    const { registry, writer, keepSecrets, clock } = this.#options
    const { definition: before, pairs } = registry.wholeOf(slug)
    this.#refuseFile(before, pairs)
    const projectId = pairs[0]?.pair.projectId ?? defaultProjectId
    // Outside the change: a keychain may ask a person, and other changes should not wait for the answer.
    const kept = given === null ? null : await keepSecrets({ ...before, projectId, ...given })
    const launch = kept?.launch ?? null
    await writer.change(() => {
      const { definition: now, pairs: own } = registry.wholeOf(slug)
      if (now.id !== before.id || (launch !== null && now.launch !== before.launch))
        throw new AppError('CONFLICT', `Server ${slug} was changed meanwhile. Reload it and try again.`)
      // Each settings field goes either to the definition or to the pairs.
      const changed = definitionChange(now, { ...relaunched(now, launch ?? now.launch), ...settings }, clock.now())
      const ofPairs = pairChanges(now.slug, own, (pair) => ({ ...pair, ...settings }))
      return [...(changed === null ? [] : [changed]), ...ofPairs]
    })
    if (kept !== null && kept.newValues.size > 0 && isSameLaunch(kept, before))
      for (const { pair } of registry.wholeOf(slug).pairs) registry.relaunch(pair.pairId)
    return registry.get(slug)
  }

  /** Switches the server on or off in every project that has it. */
  async setEnabled(slug: string, enabled: boolean): Promise<ServerSnapshot> {
    const { registry, writer } = this.#options
    await writer.change(() => {
      const { definition, pairs } = registry.wholeOf(slug)
      if (pairs.length === 0)
        throw new AppError('CONFLICT', `Server ${slug} is in no project. Add it to a project to use it.`)
      return pairChanges(definition.slug, pairs, (pair) => ({ ...pair, enabled }))
    })
    return registry.get(slug)
  }

  /** Switches the tools on or off in every project that has the server. */
  setToolsEnabled(slug: string, names: readonly string[], enabled: boolean): Promise<void> {
    const { registry, writer } = this.#options
    return writer.change(() => {
      const { definition, pairs } = registry.wholeOf(slug)
      const switched = { slug: definition.slug, on: enabled ? names : [], off: enabled ? [] : names }
      return pairs.map(({ pair: { pairId } }): Change => ({ kind: 'switchTools', pairId, ...switched }))
    })
  }

  async remove(slug: string): Promise<void> {
    const { registry, writer } = this.#options
    let keep = (): void => undefined
    await writer.change(() => {
      const server = registry.wholeOf(slug)
      for (const { pair } of server.pairs) registry.writableProject(pair.projectId)
      const { id, slug: current } = server.definition
      keep = () => this.#removed.keep(current, server)
      return [{ kind: 'removeServer', id, slug: current }]
    })
    keep()
  }

  /** Undoes a removal, for the projects that still exist. */
  async restore(slug: string): Promise<ServerSnapshot> {
    const { registry, writer } = this.#options
    await writer.change(() => {
      const kept = this.#removed.get(slug)
      if (kept === null) throw new AppError('NOT_FOUND', `The removal of server ${slug} can no longer be undone.`)
      const there = new Set(registry.projects().map(({ id }) => id))
      const pairs = kept.pairs.filter(({ pair }) => there.has(pair.projectId))
      return [{ kind: 'addServer', definition: kept.definition, pairs }]
    })
    this.#removed.forget(slug)
    return this.#options.registry.get(slug)
  }

  #refuseFile({ slug }: ServerDefinition, pairs: readonly SwitchedPair[]): void {
    const files = pairs.map(({ pair }) => this.#options.registry.project(pair.projectId).file)
    const file = files.find((one) => one !== null) ?? null
    if (file !== null) throw new AppError('CONFLICT', `Server ${slug} comes from a file. Change it there: ${file}`)
  }
}

function pairChanges(slug: string, pairs: readonly SwitchedPair[], wanted: (pair: ServerPair) => ServerPair): Change[] {
  return pairs.flatMap(({ pair }) => pairChange(slug, pair, wanted(pair)) ?? [])
}

/** A plain-text secret from a time without a vault moves to the vault with the next change. */
function launchOf({ launch }: ServerDefinition, wanted: LaunchChange | undefined): Launch | null {
  if (wanted !== undefined) return changedLaunch(launch, wanted)
  return plainSecrets(launch).length > 0 ? launch : null
}
