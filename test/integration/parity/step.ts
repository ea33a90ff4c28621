/** One call in a host's life, which the parity suite makes over every wire. */
import type { ErrorCode } from '#contract/errors'
import type { ContractClient } from '#main/host/control/controlClient'

export interface Step {
  readonly route: string
  /** The expected error code. Absent if the call succeeds. */
  readonly fails?: ErrorCode
  readonly input?: unknown
  /** Computes the input from earlier answers, in place of `input`. */
  readonly inputFrom?: (client: ContractClient) => Promise<unknown>
  /** The number of batches that are read from a stream before the reader leaves. */
  readonly batches?: number
  /** Runs before the call, for example to wait until the effects of earlier steps are visible. */
  readonly after?: (client: ContractClient) => Promise<unknown>
}
