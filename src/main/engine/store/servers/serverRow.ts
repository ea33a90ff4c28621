/** A server as the store keeps it: defined once, with a pair for each project that has it. */
import type { Launch, PairSetting, ProtocolEra, ServerSettings } from '#contract/servers/server'
import type { OwnTool } from '#contract/tools/tool'

/** What belongs to the server itself, wherever it is used. */
export interface ServerDefinition extends Omit<ServerSettings, PairSetting> {
  readonly id: string
  /** Unique in the whole engine. */
  readonly slug: string
  /** Slugs of equal servers that became this one: it is found by them still. */
  readonly formerSlugs: readonly string[]
  /** Free text; unique in each of its projects. */
  readonly name: string
  readonly launch: Launch
  /** Servers are listed in this order. */
  readonly position: number
  /** Seen asking its callers something, as no server can do that several use at once. */
  readonly asksCallers: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** What a project decides about a server that it has. */
export interface ServerPair extends Pick<ServerSettings, PairSetting> {
  readonly pairId: string
  readonly projectId: string
  /** The product it was installed by; null when a person put it there. */
  readonly productId: string | null
  /** What the file of its project last said; null when no file names it, or none was read since this is kept. */
  readonly fileSwitches: FileSwitches | null
  /** When the server came into the project. Epoch milliseconds. */
  readonly addedAt: number
}

/** A server in a project. */
export interface ServerRow extends ServerDefinition, ServerPair {
  /** Which era of the protocol it was last seen to speak, launched as it is there; null when it never answered. */
  readonly era: SeenEra | null
}

export interface FileSwitches {
  readonly enabled: boolean
  /** The names of tools, sorted. */
  readonly disabledTools: readonly string[]
  /** Absent in what was stored before files could say it. */
  readonly tools?: Readonly<Record<string, OwnTool>>
}

/** What may be changed of each; `updatedAt` is set by the store. */
export type DefinitionPatch = Partial<Omit<ServerDefinition, 'id' | 'createdAt' | 'updatedAt'>>
export type PairPatch = Partial<Omit<ServerPair, 'pairId' | 'projectId' | 'addedAt'>>

export interface SeenEra {
  readonly era: ProtocolEra
  readonly checkedAt: number
}

export function joined(definition: ServerDefinition, pair: ServerPair, era: SeenEra | null): ServerRow {
  // A whole row may be given as the pair: what it copies of another definition must not come with it.
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
