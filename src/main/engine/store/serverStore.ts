/** The rows of `project_mcp_servers` and what hangs on them: switched off tools, the last listing. Knows SQL, no rules. */
import type { Launch, ProtocolEra, ServerSettings } from '#contract/server'

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
  /** Which era of the protocol it was last seen to speak, and when; null when it never answered. */
  readonly era: SeenEra | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

export interface SeenEra {
  readonly era: ProtocolEra
  readonly checkedAt: number
}

/** What may be changed of a row; `updatedAt` is set by the store. */
export type ServerPatch = Partial<Omit<ServerRow, 'id' | 'era' | 'createdAt' | 'updatedAt'>>

/** The tools a server listed last, as they came. */
export interface KeptListing {
  readonly tools: readonly unknown[]
  readonly listedAt: number
}

export interface ServerStore {
  /** By position, then age. A row that this version cannot read is logged and left out. */
  list(): Promise<ServerRow[]>
  /**
   * Rejects with `CONFLICT` when the slug, or the name in its project, is taken, and with `NOT_FOUND` when there is no
   * such project. With `switchedOff` a removed server comes back as it was.
   */
  insert(row: ServerRow, switchedOff?: Iterable<string>): Promise<void>
  /** Rejects with `NOT_FOUND` when there is no such server. */
  update(id: string, patch: ServerPatch): Promise<ServerRow>
  /** With its toggles and its listing. Removing what is not there is no error. */
  remove(id: string): Promise<void>
  saveEra(id: string, era: SeenEra): Promise<void>

  /** The names of the tools that are switched off, by server id; servers without any are not in it. */
  toggles(): Promise<Map<string, Set<string>>>
  setToggles(serverId: string, toolNames: Iterable<string>, enabled: boolean): Promise<void>

  /** By server id. */
  listings(): Promise<Map<string, KeptListing>>
  saveListing(serverId: string, tools: readonly unknown[], listedAt: number): Promise<void>
}
