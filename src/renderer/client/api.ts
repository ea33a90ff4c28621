/** The engine's routes as the page calls them. */
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#contract/contract'

export interface CallContext {
  /** How long an answer may take; null waits for as long as the engine does. */
  readonly timeoutMs?: number | null
}

/** For long calls and streams, which end by their own signal. */
export const noTimeout: { readonly context: CallContext } = { context: { timeoutMs: null } }

export type Api = ContractRouterClient<Contract, CallContext>
