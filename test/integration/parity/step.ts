/** One call of a host's life as the parity suite tells it over every wire. */
import type { ContractClient } from '#main/host/control/controlClient'

export interface Step {
  readonly route: string
  readonly input?: unknown
  /** In place of `input`, where it depends on what was answered before. */
  readonly inputFrom?: (client: ContractClient) => Promise<unknown>
  /** For streams: how much of it is read before the reader goes. */
  readonly batches?: number
  /** What has to have happened before. */
  readonly after?: (client: ContractClient) => Promise<unknown>
}
