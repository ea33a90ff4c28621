/** What the bearer of a token may do. The host finds it by the token; the gateway goes by it and never sees the token. */
import type { CallGate } from '#engine/access/callGate'
import type { RequestBudget } from '#engine/access/requestBudget'
import type { Scope } from '#engine/registry/catalog/scope'
import type { ClientSettings } from '#contract/clients/access'

export interface Grant {
  /** Whose sessions and streams are whose: that of another key is as if it were not there. No secret. */
  readonly key: string
  /** Null for the access token, which may do everything. */
  readonly client: GrantedClient | null
}

export interface ClientGrant extends Grant {
  readonly client: GrantedClient
}

/** A client as it is set now: what is asked of it twice may be answered differently. */
export interface GrantedClient {
  readonly id: string
  /** By which its owner knows it. */
  readonly name: string
  readonly approval: ClientSettings['approval']
  readonly search: boolean
  readonly gate: CallGate
  readonly budget: RequestBudget
  /** What is left of a scope for this client; null: it is outside of the client's project. */
  narrow(scope: Scope): Scope | null
}

export const adminGrant: Grant = { key: 'access token', client: null }
