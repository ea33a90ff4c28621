/** Servers as stored: each is defined once, with a pair for each project that has it. */
import type { Launch, PairSetting, ProtocolEra, ServerSettings } from '#contract/servers/server'
import type { OwnTool } from '#contract/tools/tool'

/** The settings that a server has in every project. */
export interface ServerDefinition extends Omit<ServerSettings, PairSetting> {
  readonly id: string
  /** The short name, which is unique in the whole engine. */
  readonly slug: string
  /** The slugs of equal servers that were united into this one. Addresses with them still work. */
  readonly formerSlugs: readonly string[]
  /** The name: free text, unique within each project that has the server. */
  readonly name: string
  readonly launch: Launch
  /** Servers are listed in this order. */
  readonly position: number
  /** Whether the server has asked its callers questions, which does not work while several callers share a process. */
  readonly asksCallers: boolean
  /** When the server was added, in epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** A project's decisions about one of its servers. */
export interface ServerPair extends Pick<ServerSettings, PairSetting> {
  readonly pairId: string
  readonly projectId: string
  /** The product that added the server to the project; null if a person did. */
  readonly productId: string | null
  /**
   * The switches that the project's file last set. Null if no file lists the server, or if the file was last read by a
   * version that did not store switches.
   */
  readonly fileSwitches: FileSwitches | null
  /** When the server was added to the project, in epoch milliseconds. */
  readonly addedAt: number
}

/** A server in a project. */
export interface ServerRow extends ServerDefinition, ServerPair {
  /** The protocol era in which this launch last answered; null if it never answered. */
  readonly era: SeenEra | null
}

export interface FileSwitches {
  readonly enabled: boolean
  /** The names of the tools that the file switches off, sorted. */
  readonly disabledTools: readonly string[]
  /** The file's own names for tools. Absent in rows from before files could set any. */
  readonly tools?: Readonly<Record<string, OwnTool>>
}

/** The changeable fields. The store sets `updatedAt`. */
export type DefinitionPatch = Partial<Omit<ServerDefinition, 'id' | 'createdAt' | 'updatedAt'>>
export type PairPatch = Partial<Omit<ServerPair, 'pairId' | 'projectId' | 'addedAt'>>

export interface SeenEra {
  readonly era: ProtocolEra
  readonly checkedAt: number
}

export function joined(definition: ServerDefinition, pair: ServerPair, era: SeenEra | null): ServerRow {
  // The pair may be a whole row whose definition fields are outdated: only its pair fields count.
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
