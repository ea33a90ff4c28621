/**
 * The rights of a token's bearer. The host finds the grant by the token; the gateway uses the grant and never sees the
 * token.
 */
import type { CallGate } from '#engine/access/callGate'
import type { RequestBudget } from '#engine/access/requestBudget'
import type { Scope } from '#engine/registry/catalog/scope'
import type { ClientSettings } from '#contract/clients/access'

export interface Grant {
  /** Identifies the owner of sessions and streams: those of another key do not exist for it. Not secret. */
  readonly key: string
  /** Null for the access token, which allows everything. */
  readonly client: GrantedClient | null
}

export interface ClientGrant extends Grant {
  readonly client: GrantedClient
}

/** A client with its current settings: the same question may be answered differently later. */
export interface GrantedClient {
  readonly id: string
  /** The name its owner knows it by. */
  readonly name: string
  readonly approval: ClientSettings['approval']
  readonly search: boolean
  readonly gate: CallGate
  readonly budget: RequestBudget
  /** The part of a scope that this client sees; null: the scope is outside of the client's project. */
  narrow(scope: Scope): Scope | null
}

/** What a handler of the contract is told of its caller beside the input. */
export interface CallContext {
  /** The token of a client. Absent: the caller is the owner. */
  readonly grant?: ClientGrant
}

export const adminGrant: Grant = { key: 'access token', client: null }

export function isOfClient(grant: Grant): grant is ClientGrant {
  return grant.client !== null
}
