/** A server as stored: defined once, with a pair for each project that has it. */
import type { Launch, PairSetting, ProtocolEra, ServerSettings } from '#contract/servers/server'
import type { OwnTool } from '#contract/tools/tool'

/** The settings of the server itself, in every project. */
export interface ServerDefinition extends Omit<ServerSettings, PairSetting> {
  readonly id: string
  /** Unique in the whole engine. */
  readonly slug: string
  /** Slugs of equal servers that were united into this one: they still lead to it. */
  readonly formerSlugs: readonly string[]
  /** Free text; unique in each of its projects. */
  readonly name: string
  readonly launch: Launch
  /** Servers are listed in this order. */
  readonly position: number
  /** The server was seen asking its callers questions, which does not work while several use it at once. */
  readonly asksCallers: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** A project's decisions about one of its servers. */
export interface ServerPair extends Pick<ServerSettings, PairSetting> {
  readonly pairId: string
  readonly projectId: string
  /** The product that installed it; null if a person added it. */
  readonly productId: string | null
  /**
   * The switches that the file of its project last set; null if no file names it, or none was read since they are
   * stored.
   */
  readonly fileSwitches: FileSwitches | null
  /** When the server was added to the project. Epoch milliseconds. */
  readonly addedAt: number
}

/** A server in a project. */
export interface ServerRow extends ServerDefinition, ServerPair {
  /** The era it was last seen to speak, with this launch; null if it never answered. */
  readonly era: SeenEra | null
}

export interface FileSwitches {
  readonly enabled: boolean
  /** The names of tools, sorted. */
  readonly disabledTools: readonly string[]
  /** Absent in rows stored before files could set it. */
  readonly tools?: Readonly<Record<string, OwnTool>>
}

/** The fields that can change; `updatedAt` is set by the store. */
export type DefinitionPatch = Partial<Omit<ServerDefinition, 'id' | 'createdAt' | 'updatedAt'>>
export type PairPatch = Partial<Omit<ServerPair, 'pairId' | 'projectId' | 'addedAt'>>

export interface SeenEra {
  readonly era: ProtocolEra
  readonly checkedAt: number
}

export function joined(definition: ServerDefinition, pair: ServerPair, era: SeenEra | null): ServerRow {
  // A whole row may be passed as the pair: the fields it copies from another definition must be left out.
  return { ...definition, ...pairIn(pair), era }
}

const notOfDefinition: Readonly<Record<Exclude<keyof ServerRow, keyof ServerDefinition>, true>> = {
  pairId: true,
  projectId: true,
  productId: true,
  enabled: true,
  group: true,
  fileSwitches: true,
  addedAt: true,
  era: true,
}

export function definitionOf(row: ServerRow): ServerDefinition {
  const own = Object.entries(row).filter(([field]) => !Object.hasOwn(notOfDefinition, field))
  return Object.fromEntries(own) as unknown as ServerDefinition
}

export function pairIn(row: ServerPair): ServerPair {
  const { pairId, projectId, productId, enabled, group, fileSwitches, addedAt } = row
  return { pairId, projectId, productId, enabled, group, fileSwitches, addedAt }
}
