/** One call of a host's life as the parity suite makes it over every wire. */
import type { ErrorCode } from '#contract/errors'
import type { ContractClient } from '#main/host/control/controlClient'

export interface Step {
  readonly route: string
  /** The code that it is refused with; absent: it is done. */
  readonly fails?: ErrorCode
  readonly input?: unknown
  /** Instead of `input`, if it depends on earlier answers. */
  readonly inputFrom?: (client: ContractClient) => Promise<unknown>
  /** For streams: how much of it is read before the reader leaves. */
  readonly batches?: number
  /** Steps that must come first. */
  readonly after?: (client: ContractClient) => Promise<unknown>
}
