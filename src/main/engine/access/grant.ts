/**
 * The rights of a token's bearer. The host finds the grant by the token. The gateway uses the grant and never sees the
 * token.
 */
import type { CallGate } from '#engine/access/callGate'
import type { RequestBudget } from '#engine/access/requestBudget'
import type { Scope } from '#engine/registry/catalog/scope'
import type { ClientSettings } from '#contract/clients/access'

export interface Grant {
  /** Identifies the owner of sessions and streams. Other bearers cannot reach them. The key is not secret. */
  readonly key: string
  /** The token's client; null for the access token, which allows everything. */
  readonly client: GrantedClient | null
}

export interface ClientGrant extends Grant {
  readonly client: GrantedClient
}

/** A client with its current settings. The answers may change while the client is connected. */
export interface GrantedClient {
  readonly id: string
  /** The owner's name for the client. */
  readonly name: string
  readonly approval: ClientSettings['approval']
  readonly search: boolean
  readonly gate: CallGate
  readonly budget: RequestBudget
  /** The part of a scope that this client sees. Null: the scope is outside the client's project. */
  narrow(scope: Scope): Scope | null
}

/** What a contract handler knows about its caller, besides the input. */
export interface CallContext {
  /** The grant of a client's token. Absent: the caller is the owner. */
  readonly grant?: ClientGrant
}

export const adminGrant: Grant = { key: 'access token', client: null }

export function isOfClient(grant: Grant): grant is ClientGrant {
  return grant.client !== null
}
