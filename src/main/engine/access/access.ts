/**
 * Manages the clients that may use the endpoint besides the bearer of the access token, with their settings and tokens.
 * All of these are in memory, so a request needs no query. Every change is stored first, then announced.
 */
import type { Scope } from '#engine/registry/catalog/scope'
import { hash, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AccessClient, AccessClientChange, MadeToken, NewAccessClient, PricedTool } from '#contract/clients/access'
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import { pricedTools } from '#engine/access/clientTools'
import type { ClientGrant } from '#engine/access/grant'
import { LiveClient } from '#engine/access/liveClient'
import { clientNamed } from '#engine/access/clientNamed'
import { changedClient, newClient } from '#engine/access/settings'
import { snapshotOf } from '#engine/access/snapshot'
import { costliestFirst } from '#engine/access/toolCost'
import type { Clock, MakeId, Redactor } from '#engine/ports'
import { ChangeQueue } from '#engine/registry/changes/changeQueue'
import type { Views } from '#engine/registry/catalog/catalogView'
import type { AccessStore, ClientRow, TokenRow } from '#engine/store/accessStore'

export interface AccessOptions {
  readonly store: AccessStore
  readonly servers: AccessServers
  readonly redactor: Pick<Redactor, 'add'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly publish: (event: EngineEvent) => void
  readonly clock: Pick<Clock, 'now' | 'elapsed'>
  readonly makeId: MakeId
}

/** The parts of the registry that access needs. */
export interface AccessServers extends Pick<Views, 'projectId' | 'view'> {
  isOnIn(slug: string, projectId: string): boolean
}

interface LiveToken {
  readonly row: TokenRow
  readonly grant: ClientGrant
  lastUsedAt: number | null
}

/** A fixed prefix, so that people and secret scanners recognise a token. */
const tokenPrefix = 'swb_'
const tokenBytes = 32
/** How precisely a token's last use is recorded. */
const usedEveryMs = 5 * 60_000

export class Access {
  readonly #options: AccessOptions
  readonly #clients = new Map<string, LiveClient>()
  readonly #tokens = new Map<string, LiveToken>()
  readonly #changes = new ChangeQueue()
  readonly #changeListeners = new Set<() => void>()
  readonly #revocationListeners = new Set<(key: string) => void>()

  constructor(options: AccessOptions) {
    this.#options = options
  }

  /**
   * Reads the stored clients and tokens again, because another engine may have changed them. A token that was revoked
   * there is revoked here, too.
   */
  reload(): Promise<void> {
    return this.#changes.run(async () => {
      const { store } = this.#options
      const [clients, tokens] = await Promise.all([store.clients(), store.tokens()])
      const clientIds = new Set(clients.map(({ id }) => id))
      const tokenIds = new Set(tokens.map(({ id }) => id))
      for (const id of this.#clients.keys()) if (!clientIds.has(id)) this.#forget(id)
      for (const token of this.#tokens.values()) if (!tokenIds.has(token.row.id)) this.#revoke(token)
      for (const row of clients) this.#put(row)
      // A token whose client was not read yet is skipped. The notice about its own change makes this run again.
      for (const row of tokens) if (clientIds.has(row.clientId) && !this.#tokens.has(row.digest)) this.#take(row)
    })
  }

  /** The grant of a client's token; null for any other text. The store has only the token's digest. */
  grantOf(token: string): ClientGrant | null {
    const live = this.#tokens.get(digestOf(token))
    if (live === undefined) return null
    const now = this.#options.clock.now()
    if (live.lastUsedAt === null || now - live.lastUsedAt >= usedEveryMs) this.#used(live, token, now)
    return live.grant
  }

  /**
   * The grant of a client that gives its name where no token is required. Throws NOT_FOUND or CONFLICT unless the name
   * matches exactly one client: a name gets that client's rights, or none.
   */
  grantNamed(name: string): ClientGrant {
    const client = clientNamed(name, [...this.#clients.values()])
    return { key: namedKey(client.id), client }
  }

  list(): AccessClient[] {
    return [...this.#clients.values()]
      .sort((one, other) => one.row.name.localeCompare(other.row.name))
      .map((client) => this.#snapshot(client))
  }

  /** The part of a scope that a client sees; null if it sees none. */
  scopeOf(id: string, scope: Scope): Scope | null {
    return this.#client(id).narrow(scope)
  }

  /** The tools a client sees, most expensive first. */
  tools(id: string): PricedTool[] {
    return this.#priced(this.#client(id)).sort(costliestFirst)
  }

  create(wanted: NewAccessClient): Promise<AccessClient> {
    return this.#changes.run(async () => {
      const { store, clock, makeId } = this.#options
      const row = newClient(wanted, { id: makeId(), now: clock.now(), projectId: (name) => this.#projectId(name) })
      await store.insertClient(row)
      return this.#snapshot(this.#put(row))
    })
  }

  update(change: AccessClientChange): Promise<AccessClient> {
    return this.#changes.run(async () => {
      const row = changedClient(this.#client(change.id).row, change, (name) => this.#projectId(name))
      await this.#options.store.updateClient(row)
      return this.#snapshot(this.#put(row))
    })
  }

  remove(id: string): Promise<void> {
    return this.#changes.run(async () => {
      this.#client(id)
      await this.#options.store.removeClient(id)
      this.#forget(id)
    })
  }

  createToken(clientId: string): Promise<MadeToken> {
    return this.#changes.run(async () => {
      this.#client(clientId)
      const { store, redactor, clock, makeId } = this.#options
      const token = tokenPrefix + randomBytes(tokenBytes).toString('base64url')
      redactor.add(token)
      const row = { id: makeId(), clientId, digest: digestOf(token), createdAt: clock.now(), lastUsedAt: null }
      await store.insertToken(row)
      this.#take(row)
      return { id: row.id, clientId, token }
    })
  }

  revokeToken(id: string): Promise<void> {
    return this.#changes.run(async () => {
      const token = [...this.#tokens.values()].find(({ row }) => row.id === id)
      if (token === undefined) throw new AppError('NOT_FOUND', `Token ${id} does not exist. It may have been revoked.`)
      await this.#options.store.removeToken(id)
      this.#revoke(token)
    })
  }

  /** The listener is called when a client's view may have changed. */
  onChanged(listener: () => void): void {
    this.#changeListeners.add(listener)
  }

  /** The listener is called when everything open for a grant's key must end. */
  onRevoked(listener: (key: string) => void): void {
    this.#revocationListeners.add(listener)
  }

  /** Applies a client's stored row. */
  #put(row: ClientRow): LiveClient {
    const { servers, clock } = this.#options
    const known = this.#clients.get(row.id)
    if (known !== undefined && isDeepStrictEqual(known.row, row)) return known
    const client = known ?? new LiveClient(row, clock, (slug, projectId) => servers.isOnIn(slug, projectId))
    const isBoundElsewhere = client.row.projectId !== row.projectId
    client.set(row)
    this.#clients.set(row.id, client)
    // A session is bound to one project, or to all. A client that is now bound elsewhere must start a new one.
    if (isBoundElsewhere) for (const key of this.#keysOf(row.id)) this.#tellRevoked(key)
    this.#tell(row.id)
    return client
  }

  /** Forgets a removed client and its tokens. */
  #forget(id: string): void {
    for (const token of this.#tokensOf(id)) this.#drop(token)
    this.#clients.delete(id)
    this.#tellRevoked(namedKey(id))
    this.#tell(id)
  }

  #take(row: TokenRow): void {
    const client = this.#client(row.clientId)
    this.#tokens.set(row.digest, { row, grant: { key: row.id, client }, lastUsedAt: row.lastUsedAt })
    this.#tell(row.clientId)
  }

  #revoke(token: LiveToken): void {
    this.#drop(token)
    this.#tell(token.row.clientId)
  }

  #drop({ row, grant }: LiveToken): void {
    this.#tokens.delete(row.digest)
    this.#tellRevoked(grant.key)
  }

  #used(live: LiveToken, token: string, now: number): void {
    const { background, redactor, store } = this.#options
    live.lastUsedAt = now
    // After a restart a token is unknown until it is used. From then on it must not appear in any log.
    redactor.add(token)
    background.run('note the use of a token', () => store.setTokenUsed(live.row.id, now))
    this.#options.publish({ type: 'client.changed', id: live.row.clientId })
  }

  #client(id: string): LiveClient {
    const client = this.#clients.get(id)
    if (client === undefined) throw new AppError('NOT_FOUND', `Client ${id} does not exist. It may have been removed.`)
    return client
  }

  #tokensOf(clientId: string): LiveToken[] {
    return [...this.#tokens.values()].filter(({ row }) => row.clientId === clientId)
  }

  #keysOf(clientId: string): string[] {
    return [namedKey(clientId), ...this.#tokensOf(clientId).map(({ grant }) => grant.key)]
  }

  #projectId(idOrName: string): string {
    const id = this.#options.servers.projectId(idOrName)
    if (id === null) throw new AppError('NOT_FOUND', `Project ${idOrName} does not exist. It may have been removed.`)
    return id
  }

  #priced(client: LiveClient): PricedTool[] {
    const scope = client.narrow({ kind: 'all' })
    return pricedTools(scope === null ? null : this.#options.servers.view(scope))
  }

  #snapshot(client: LiveClient): AccessClient {
    const tokens = this.#tokensOf(client.id).map(({ row: { id, createdAt }, lastUsedAt }) => ({
      id,
      createdAt,
      lastUsedAt,
    }))
    return snapshotOf(client.row, tokens, this.#priced(client))
  }

  #tell(id: string): void {
    this.#options.publish({ type: 'client.changed', id })
    for (const listener of this.#changeListeners) listener()
  }

  #tellRevoked(key: string): void {
    for (const listener of this.#revocationListeners) listener(key)
  }
}

function namedKey(clientId: string): string {
  return `client ${clientId}`
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
