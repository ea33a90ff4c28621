/** The types with which the page calls the engine's routes. */
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#contract/contract'

export interface CallContext {
  /** How long to wait for an answer. Null: as long as the engine takes. */
  readonly timeoutMs?: number | null
}

/** For long calls, and for streams, which their own signal ends. */
export const noTimeout: { readonly context: CallContext } = { context: { timeoutMs: null } }

export type Api = ContractRouterClient<Contract, CallContext>
