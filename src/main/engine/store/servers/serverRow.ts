/** A server as the store keeps it. */
import type { Launch, ProtocolEra, ServerSettings } from '#contract/servers/server'

export interface ServerRow extends ServerSettings {
  readonly id: string
  /** Unique in the whole engine. */
  readonly slug: string
  /** Free text; unique in its project. */
  readonly name: string
  readonly projectId: string
  /** The product it was installed by; null when a person added it. */
  readonly productId: string | null
  readonly launch: Launch
  /** Servers are listed in this order. */
  readonly position: number
  /** Seen asking its callers something, as no server can do that several use at once. */
  readonly asksCallers: boolean
  /** Which era of the protocol it was last seen to speak, and when; null when it never answered. */
  readonly era: SeenEra | null
  /** What the file of its project last said; null when no file names it, or none was read since this is kept. */
  readonly fileSwitches: FileSwitches | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

export interface FileSwitches {
  readonly enabled: boolean
  /** The names of tools, sorted. */
  readonly disabledTools: readonly string[]
}

/** What may be changed of a row; `updatedAt` is set by the store. */
export type ServerPatch = Partial<Omit<ServerRow, 'id' | 'era' | 'createdAt' | 'updatedAt'>>

export interface SeenEra {
  readonly era: ProtocolEra
  readonly checkedAt: number
}
