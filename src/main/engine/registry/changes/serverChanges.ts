/** What a person changes of servers, one at a time. What a file says of its servers is changed in the file alone. */
import { AppError } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import type { Launch, LaunchChange, NewServer, ServerChange, ServerSnapshot } from '#contract/servers/server'
import { givenFields } from '#engine/policies/givenFields'
import { slugFor } from '#engine/policies/slug'
import type { Clock, MakeId } from '#engine/ports'
import { changedLaunch, isSameLaunch } from '#engine/registry/changes/changedLaunch'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { newServerRow } from '#engine/registry/changes/newServerRow'
import { Removed } from '#engine/registry/changes/removed'
import { relaunched, rowChange } from '#engine/registry/changes/rowChange'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import { inOwnNotation } from '#engine/secrets/otherNotations'
import type { KeepSecrets } from '#engine/secrets/receivedSecrets'
import { plainSecrets } from '#engine/secrets/secretPlaces'
import type { Change, SwitchedServer } from '#engine/store/servers/change'
import type { ServerRow } from '#engine/store/servers/serverRow'

export interface ServerChangesOptions {
  readonly registry: ServerRegistry
  readonly writer: ChangeWriter
  readonly keepSecrets: KeepSecrets
  readonly clock: Clock
  readonly makeId: MakeId
}

export class ServerChanges {
  readonly #options: ServerChangesOptions
  readonly #removed = new Removed<SwitchedServer>(50)

  constructor(options: ServerChangesOptions) {
    this.#options = options
  }

  async add(server: NewServer): Promise<ServerSnapshot> {
    const { registry, writer, keepSecrets, clock, makeId } = this.#options
    const id = makeId()
    const { projectId = defaultProjectId } = server
    registry.writableProject(projectId)
    // Not as a part of the change: a keychain may ask a person, and nothing else shall wait for the answer.
    const given = inOwnNotation(server.launch)
    const foreseen = slugFor(server.name, registry.takenSlugs())
    const { launch } = await keepSecrets({ id, slug: foreseen, projectId, launch: given })
    let slug = foreseen
    await writer.change(() => {
      const facts = { id, projectId, now: clock.now(), takenSlugs: registry.takenSlugs(), others: registry.rows() }
      const row = newServerRow({ ...server, launch }, facts)
      slug = row.slug
      return [{ kind: 'addServer', row, switchedOff: new Set() }]
    })
    return registry.get(slug)
  }

  async update(slug: string, { launch: wanted, ...settings }: ServerChange): Promise<ServerSnapshot> {
    const { registry, keepSecrets } = this.#options
    const { row } = registry.held(slug)
    this.#refuseFile(row)
    // Not as a part of the change: a keychain may ask a person, and nothing else shall wait for the answer.
    const given = launchOf(row, wanted)
    const kept = given === null ? null : await keepSecrets({ ...row, launch: given })
    const launch = kept?.launch ?? null
    await this.#changeRow(slug, (now) => {
      if (now.id !== row.id || (launch !== null && now.launch !== row.launch))
        throw new AppError('CONFLICT', `The server ${slug} was changed meanwhile. Look at it again.`)
      return { ...relaunched(now, launch ?? now.launch), ...givenFields(settings) }
    })
    if (kept !== null && kept.newValues.size > 0 && isSameLaunch(kept, row)) registry.relaunch(slug)
    return registry.get(slug)
  }

  async setEnabled(slug: string, enabled: boolean): Promise<ServerSnapshot> {
    await this.#changeRow(slug, (row) => ({ ...row, enabled }))
    return this.#options.registry.get(slug)
  }

  setToolsEnabled(slug: string, names: readonly string[], enabled: boolean): Promise<void> {
    const { registry, writer } = this.#options
    return writer.change(() => {
      const { id } = registry.held(slug).row
      return [{ kind: 'switchTools', id, slug, on: enabled ? names : [], off: enabled ? [] : names }]
    })
  }

  async remove(slug: string): Promise<void> {
    const { registry, writer } = this.#options
    let keep = (): void => undefined
    await writer.change(() => {
      const { row, switchedOff } = registry.held(slug)
      registry.writableProject(row.projectId)
      keep = () => this.#removed.keep(slug, { row, switchedOff })
      return [{ kind: 'removeServer', id: row.id, slug }]
    })
    keep()
  }

  /** Takes a removal back. */
  async restore(slug: string): Promise<ServerSnapshot> {
    await this.#options.writer.change(() => {
      const kept = this.#removed.get(slug)
      if (kept === null) throw new AppError('NOT_FOUND', `No removed server ${slug} is kept any more.`)
      return [{ kind: 'addServer', ...kept }]
    })
    this.#removed.forget(slug)
    return this.#options.registry.get(slug)
  }

  #changeRow(slug: string, wanted: (row: ServerRow) => ServerRow): Promise<void> {
    const { registry, writer, clock } = this.#options
    return writer.change((): readonly Change[] => {
      const { row } = registry.held(slug)
      const change = rowChange(row, wanted(row), clock.now())
      return change === null ? [] : [change]
    })
  }

  #refuseFile({ slug, projectId }: ServerRow): void {
    const { file } = this.#options.registry.project(projectId)
    if (file !== null)
      throw new AppError('CONFLICT', `The server ${slug} is written in a file. Change it there: ${file}`)
  }
}

/** What is in clear since there was no vault goes into it with whatever change comes next. */
function launchOf({ launch }: ServerRow, wanted: LaunchChange | undefined): Launch | null {
  if (wanted !== undefined) return changedLaunch(launch, wanted)
  return plainSecrets(launch).length > 0 ? launch : null
}
