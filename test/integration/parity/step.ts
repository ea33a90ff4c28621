/** One call in a host's life, which the parity suite makes over every wire. */
import type { ErrorCode } from '#contract/errors'
import type { ContractClient } from '#main/host/control/controlClient'

export interface Step {
  readonly route: string
  /** The expected error code. Absent if the call succeeds. */
  readonly fails?: ErrorCode
  readonly input?: unknown
  /** Replaces `input` if the input depends on earlier answers. */
  readonly inputFrom?: (client: ContractClient) => Promise<unknown>
  /** For streams: the number of batches that are read before the reader leaves. */
  readonly batches?: number
  /** Runs before the call, for example until the effects of earlier steps are visible. */
  readonly after?: (client: ContractClient) => Promise<unknown>
}
