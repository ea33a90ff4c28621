/** State of one legacy client between its requests. */
import type { MessageStream, Reply } from '#engine/gateway/request/reply'
import { notificationJson, type Params } from '#contract/jsonRpc/messages'
import { CallsUnderWay } from '#engine/gateway/legacy/callsUnderWay'
import { KnownLists, noLists, type ListHashes, type ListKind } from '#engine/gateway/lists/knownLists'
import { ClientRequests } from '#engine/gateway/legacy/clientRequests'
import { FollowedResources } from '#engine/gateway/legacy/followedResources'
import { canBeAsked } from '#engine/policies/askable'
import { type LogLevel, reaches } from '#engine/policies/logLevels'
import type { Standing } from '#engine/gateway/client/standing'
import { withinProject, type Scope } from '#engine/registry/catalog/scope'
import type { Caller, CallerIdentity } from '#engine/router/call'

export interface ClientSessionFacts {
  /** Secret id by which the client names its session. */
  readonly id: string
  /** Names the session inside the engine; not secret. */
  readonly key: string
  /** The client that made it, and at which address. Only that client can use it, only there. */
  readonly standing: Standing
  /** Project that `initialize` asked for; null: everything at its address. */
  readonly projectId: string | null
  /** Labels of servers that its calls prefer. */
  readonly prefer: readonly string[] | undefined
  readonly version: string
  readonly capabilities: Params
  readonly identity: CallerIdentity
  /** Makes the ids of questions on a channel unique over all its sessions. Not needed on HTTP. */
  readonly questionPrefix?: string
}

/** Older messages are dropped while the client does not listen. */
const maxUntold = 16

export class ClientSession {
  readonly facts: ClientSessionFacts
  readonly calls = new CallsUnderWay()
  readonly clientRequests: ClientRequests
  logLevel: LogLevel = 'debug'
  lastUsedAt: number
  readonly #canBeAsked: boolean
  #stream: MessageStream | null = null
  readonly #lists: KnownLists
  /** Created at first use: most clients never need it. */
  #followed: FollowedResources | null = null
  /** To be sent when it listens again. */
  readonly #untold: string[] = []
  readonly #untoldLogs: string[] = []
  /** Kinds of lists that are waiting for their servers. */
  readonly #listings: ListKind[] = []

  constructor(facts: ClientSessionFacts, now: number, hashes: ListHashes) {
    this.facts = facts
    this.clientRequests = new ClientRequests(facts.questionPrefix)
    this.lastUsedAt = now
    this.#lists = new KnownLists(hashes)
    this.#canBeAsked = canBeAsked(facts.capabilities)
  }

  /** What the client sees now. */
  get scope(): Scope {
    const { standing, projectId } = this.facts
    return projectId === null ? standing.scope : standing.again(withinProject(standing.base, projectId))
  }

  get isBusy(): boolean {
    return this.calls.size > 0 || this.#stream?.isOpen === true
  }

  /** The caller of one call. A server's questions during the call go to this caller only. */
  callerFor(call: object, reply: Reply): Caller {
    const { key, capabilities, identity, standing } = this.facts
    const ask: Caller['ask'] = this.#canBeAsked
      ? (request, signal) => this.clientRequests.ask(call, reply, request, signal)
      : null
    const { client } = standing.grant
    const caller = { key, capabilities, ask, takesUrlRequired: true, tell: this.tell, listens: this.listens, identity }
    return client === null ? caller : { ...caller, approval: client.approval, knownAs: client.name }
  }

  get followed(): FollowedResources {
    return (this.#followed ??= new FollowedResources())
  }

  /** A new stream replaces the old one: a half-dead connection must not keep the client from coming back. */
  openStream(stream: MessageStream, hashes: ListHashes | undefined): void {
    this.#stream?.end()
    this.#stream = stream
    for (const json of [...this.#untold.splice(0), ...this.#untoldLogs.splice(0)]) stream.send(json)
    this.tellIfChanged(hashes)
    this.tellUpdates()
  }

  /** While a listing waits for its servers, no change is announced: its answer has the changes. */
  async whileListing<T>(kind: ListKind, list: () => Promise<T>): Promise<T> {
    this.#listings.push(kind)
    try {
      return await list()
    } finally {
      this.#listings.splice(this.#listings.indexOf(kind), 1)
    }
  }

  /** The client was sent this list, or told of its change. */
  know(kind: ListKind, hashes: ListHashes): void {
    this.#lists.know(kind, hashes)
  }

  /** Announces once which lists differ from what the client knows. Waits while the client does not listen. */
  tellIfChanged(hashes: ListHashes = noLists): void {
    if (this.#stream?.isOpen !== true) return
    const news = this.#lists.takeNews(hashes, (kind) => !this.#listings.includes(kind))
    for (const method of news) this.#stream.send(notificationJson(method))
  }

  /** Sends a message that belongs to no call. */
  readonly tell: NonNullable<Caller['tell']> = (method, params) => {
    const isLog = method === 'notifications/message'
    if (isLog && !reaches(this.logLevel, params['level'])) return
    const json = notificationJson(method, params)
    const untold = isLog ? this.#untoldLogs : this.#untold
    if (this.#stream?.isOpen !== true) {
      if (untold.push(json) > maxUntold) untold.shift()
    } else if (isLog) this.#stream.sendIfReading(json)
    else this.#stream.send(json)
  }

  readonly listens = (): boolean => this.#stream?.isOpen === true

  readonly tellUpdates = (): void => this.#followed?.tell(this.#stream)

  /** The client is gone for good: its calls are cancelled. */
  end(): void {
    this.calls.cancelAll()
    this.stopListening()
  }

  /** Ends the streams; the calls under way still get their answers. */
  stopListening(): void {
    this.clientRequests.end()
    this.#followed?.end()
    this.#stream?.end()
    this.#stream = null
  }
}
