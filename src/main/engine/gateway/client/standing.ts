/** A client's standing: which client it is, the address that it came to, and what it sees there now. */
import type { ProtocolEra } from '#contract/servers/server'
import type { Grant } from '#engine/access/grant'
import type { Params } from '#contract/jsonRpc/messages'
import { showsPages } from '#engine/policies/toolVisibility'
import { neededEra } from '#engine/policies/otherEra'
import { type Narrowing, projectOf, type Scope, scopeKey, withinProject } from '#engine/registry/catalog/scope'

/** The scope of a client that may no longer use its address. */
const nothing: Scope = { kind: 'all', choice: { key: 'nothing', mode: 'only', servers: {} } }

/** Whether the client may see nothing at its address. */
export function isNowhere(scope: Scope): boolean {
  return scope === nothing
}

export class Standing {
  readonly grant: Grant
  /** The address's scope, before this client's limits apply. */
  readonly base: Scope
  readonly #searches: boolean
  readonly #client: Pick<Narrowing, 'pages' | 'era'> | null

  /** `searches`: the address asks for the three search tools instead of all tools. */
  constructor(grant: Grant, base: Scope, searches: boolean, client: Pick<Narrowing, 'pages' | 'era'> | null = null) {
    this.grant = grant
    this.base = base
    this.#searches = searches
    this.#client = client
  }

  /** The standing of the same client once its era and its capabilities are known. */
  for(own: ProtocolEra, capabilities: Params): Standing {
    const era = neededEra(own, capabilities)
    const pages = showsPages(capabilities)
    if (era === undefined && !pages) return this
    const client = { ...(pages && { pages }), ...(era !== undefined && { era }) }
    return new Standing(this.grant, this.base, this.#searches, client)
  }

  /** What the client sees now, which may differ at each call. */
  get scope(): Scope {
    return this.again(this.base)
  }

  get search(): boolean {
    return this.#searches || this.grant.client?.search === true
  }

  /** The part of a scope seen earlier that the client may still see. */
  again(seen: Scope): Scope {
    const { client } = this.grant
    if (client === null) return this.#shown(seen)
    const projectId = projectOf(seen)
    const left = client.narrow(projectId === null ? this.base : withinProject(this.base, projectId))
    return left === null ? nothing : this.#shown(left)
  }

  #shown(scope: Scope): Scope {
    return this.#client === null ? scope : { ...scope, ...this.#client }
  }

  /** Whether both are the same client at the same address. */
  isSame(other: Standing): boolean {
    return (
      this.grant.key === other.grant.key &&
      this.#searches === other.#searches &&
      scopeKey(this.base) === scopeKey(other.base)
    )
  }
}
