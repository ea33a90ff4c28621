/**
 * Makes a person's changes to the servers in a project: which servers it has, which are switched on, and what their
 * tools are called there. A removal can be undone as long as this engine is running. In a file project, only the file
 * can add or remove servers, or set their groups.
 */
import { AppError } from '#contract/errors'
import type { OwnToolPatch, PairWish, ProjectServer } from '#contract/projectServers'
import type { NewServer } from '#contract/servers/server'
import type { ToolSnapshot } from '#contract/tools/tool'
import { givenFields } from '#engine/policies/givenFields'
import type { Clock, MakeId } from '#engine/ports'
import { isSameLaunch } from '#engine/registry/changes/changedLaunch'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { Removed } from '#engine/registry/changes/removed'
import { pairChange } from '#engine/registry/changes/rowChange'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import { inOwnNotation } from '#engine/secrets/otherNotations'
import type { KeepSecrets } from '#engine/secrets/receivedSecrets'
import { type Change, noSwitches, type SwitchedPair, type SwitchedServer } from '#engine/store/servers/change'
import { isFileProject } from '#engine/store/servers/projectStore'
import type { OwnTool } from '#contract/tools/tool'
import { pairIn, type ServerPair } from '#engine/store/servers/serverRow'

export interface PairChangesOptions {
  readonly registry: ServerRegistry
  readonly writer: ChangeWriter
  /** Returns the launch as it would be with its secrets in the vault, and stores nothing. */
  readonly foreseeSecrets: KeepSecrets
  readonly clock: Clock
  readonly makeId: MakeId
}

/** The requested settings of a server in a project. */
export interface WantedPair extends Readonly<PairWish> {
  /** The launch that the person expects the server to have. Absent: any launch. */
  readonly launch?: NewServer['launch'] | undefined
}

export class PairChanges {
  readonly #options: PairChangesOptions
  readonly #removed = new Removed<SwitchedPair>(50)

  constructor(options: PairChangesOptions) {
    this.#options = options
  }

  /** Switches a server on or off in the project, or sets its group. Adds the server if it is not in the project. */
  async put(projectId: string, slug: string, { launch, ...wanted }: WantedPair): Promise<ProjectServer> {
    const { registry, writer } = this.#options
    if (launch !== undefined) await this.#refuseOtherLaunch(projectId, slug, launch)
    const settings = givenFields(wanted)
    await writer.change((): readonly Change[] => {
      const { definition } = registry.wholeOf(slug)
      const { row } = registry.inProject(slug, projectId) ?? {}
      // In a file project, the file decides about groups, but a person may switch servers.
      if (wanted.group !== undefined) this.#refuseFile(projectId, slug)
      if (row !== undefined) return changesOf(definition.slug, pairIn(row), { ...pairIn(row), ...settings })
      const pair = { ...this.#newPair(projectId, slug), ...settings }
      return [{ kind: 'addPair', id: definition.id, slug: definition.slug, pair, ...noSwitches }]
    })
    return registry.projectServer(slug, projectId)
  }

  async remove(projectId: string, slug: string): Promise<void> {
    const { writer } = this.#options
    let keep = (): void => undefined
    await writer.change(() => {
      this.#refuseFile(projectId, slug)
      const { row, switchedOff, own } = this.#held(projectId, slug)
      keep = () => this.#removed.keep(keyOf(projectId, row.slug), { pair: pairIn(row), switchedOff, own })
      return [{ kind: 'removePair', pairId: row.pairId, slug: row.slug }]
    })
    keep()
  }

  async restore(projectId: string, slug: string): Promise<ProjectServer> {
    const { registry, writer } = this.#options
    await writer.change(() => {
      const kept = this.#removed.get(keyOf(projectId, slug))
      if (kept === null) throw new AppError('NOT_FOUND', `This removal of ${slug} can no longer be undone.`)
      registry.project(projectId)
      const { id, slug: current } = registry.wholeOf(slug).definition
      return [{ kind: 'addPair', id, slug: current, ...kept }]
    })
    this.#removed.forget(keyOf(projectId, slug))
    return registry.projectServer(slug, projectId)
  }

  setTools(projectId: string, slug: string, names: readonly string[], enabled: boolean): Promise<void> {
    return this.#options.writer.change(() => {
      const { row } = this.#held(projectId, slug)
      const { pairId } = row
      return [{ kind: 'switchTools', pairId, slug: row.slug, on: enabled ? names : [], off: enabled ? [] : names }]
    })
  }

  async nameTool(projectId: string, slug: string, tool: string, patch: OwnToolPatch): Promise<ToolSnapshot> {
    const { registry, writer } = this.#options
    await writer.change(() => {
      const held = this.#held(projectId, slug)
      const before = held.own.get(tool) ?? { name: null, description: null }
      const own: OwnTool = {
        name: patch.publicName === undefined ? before.name : patch.publicName,
        description: patch.description === undefined ? before.description : patch.description,
      }
      this.#refuseUnknownTool(projectId, slug, tool)
      if (own.name !== null && own.name !== before.name) this.#refuseTakenName(projectId, held, tool, own.name)
      const { pairId } = held.row
      const isSaid = own.name !== null || own.description !== null
      return [{ kind: 'nameTool', pairId, slug: held.row.slug, tool, own: isSaid ? own : null }]
    })
    const found = registry.tools(slug, { kind: 'project', projectId }).find(({ name }) => name === tool)
    if (found === undefined) throw unknownTool(slug, tool)
    return found
  }

  #held(projectId: string, slug: string): SwitchedServer {
    const { registry } = this.#options
    const held = registry.inProject(slug, projectId)
    if (held === null)
      throw new AppError('NOT_FOUND', `Server ${slug} is not in project ${registry.project(projectId).name}.`)
    return held
  }

  #newPair(projectId: string, slug: string): ServerPair {
    const { clock, makeId } = this.#options
    this.#refuseFile(projectId, slug)
    this.#refuseTakenServerName(projectId, slug)
    const put = { productId: null, group: null, fileSwitches: null, addedAt: clock.now() }
    return { pairId: makeId(), projectId, enabled: true, ...put }
  }

  /** Servers from a file can only be in the file's project, and that project can have no others. */
  #refuseFile(projectId: string, slug: string): void {
    const { registry } = this.#options
    registry.writableProject(projectId)
    const { pairs } = registry.wholeOf(slug)
    const ofFile = pairs.find(({ pair }) => isFileProject(pair.projectId))
    if (ofFile === undefined) return
    const { file } = registry.project(ofFile.pair.projectId)
    throw new AppError(
      'CONFLICT',
      `Server ${slug} comes from a file and can only be in the project of that file: ${file ?? ''}`,
    )
  }

  #refuseTakenServerName(projectId: string, slug: string): void {
    const { registry } = this.#options
    const { name } = registry.wholeOf(slug).definition
    const other = registry.ofProject(projectId).find(({ row }) => row.name === name)
    if (other !== undefined)
      throw new AppError(
        'CONFLICT',
        `The project already has a server called ${name}: ${other.row.slug}. Rename one of them first.`,
      )
  }

  async #refuseOtherLaunch(projectId: string, slug: string, launch: NewServer['launch']): Promise<void> {
    const { registry, foreseeSecrets } = this.#options
    const { definition } = registry.wholeOf(slug)
    const given = { ...definition, projectId, launch: inOwnNotation(launch) }
    // A secret in plain text is compared with the value in the vault.
    const { launch: meant, newValues } = await foreseeSecrets(given)
    if (newValues.size > 0 || !isSameLaunch({ launch: meant }, definition))
      throw new AppError(
        'CONFLICT',
        `Server ${slug} already exists with a different launch. Choose another name, or change that server.`,
      )
  }

  #refuseUnknownTool(projectId: string, slug: string, tool: string): void {
    const { registry } = this.#options
    if (!registry.tools(slug, { kind: 'project', projectId }).some(({ name }) => name === tool))
      throw unknownTool(slug, tool)
  }

  /** An own name must be unique among all tools of the project. */
  #refuseTakenName(projectId: string, { row, own }: SwitchedServer, tool: string, name: string): void {
    const { registry } = this.#options
    const scope = { kind: 'project', projectId } as const
    const tools = registry.tools(undefined, scope)
    const isThis = (one: ToolSnapshot) => one.server === row.slug && one.name === tool
    const clash = tools.find((one) => !isThis(one) && (one.publicName === name || (one.own?.name ?? one.name) === name))
    const known = [...own].some(([other, said]) => other !== tool && said.name === name)
    if (clash !== undefined || known)
      throw new AppError(
        'CONFLICT',
        `A tool of this project is already called ${name}${clash === undefined ? '' : `, on the server ${clash.server}`}. Choose another name.`,
      )
  }
}

function changesOf(slug: string, before: ServerPair, wanted: ServerPair): Change[] {
  const change = pairChange(slug, before, wanted)
  return change === null ? [] : [change]
}

function keyOf(projectId: string, slug: string): string {
  return `${projectId} ${slug}`
}

function unknownTool(slug: string, tool: string): AppError {
  return new AppError('NOT_FOUND', `Server ${slug} lists no tool called ${tool}.`)
}
