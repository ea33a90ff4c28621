/** A legacy client's state between its requests. */
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
  /** The secret id with which the client identifies its session. */
  readonly id: string
  /** Identifies the session inside the engine. Not secret. */
  readonly key: string
  /**
   * The client that opened the session, and its address. Only this client can use the session, and only at this
   * address.
   */
  readonly standing: Standing
  /** The project that `initialize` asked for; null: everything at the address. */
  readonly projectId: string | null
  /** The labels of servers that the session's calls prefer. */
  readonly prefer: readonly string[] | undefined
  readonly version: string
  readonly capabilities: Params
  readonly identity: CallerIdentity
  /** Makes question ids unique over all sessions of a channel. Not needed on HTTP. */
  readonly questionPrefix?: string
}

/** How many messages are kept while the client is not listening. Older ones are dropped. */
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
  /** Created at first use, because most clients follow no resources. */
  #followed: FollowedResources | null = null
  /** Messages to send when the client listens again. */
  readonly #untold: string[] = []
  readonly #untoldLogs: string[] = []
  /** The kinds of list whose servers have not all answered yet. */
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

  /** The caller for one call. A server's questions during the call are sent with this call only. */
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

  /** A new stream replaces the old one, because a half-dead connection must not keep the client from coming back. */
  openStream(stream: MessageStream, hashes: ListHashes | undefined): void {
    this.#stream?.end()
    this.#stream = stream
    for (const json of [...this.#untold.splice(0), ...this.#untoldLogs.splice(0)]) stream.send(json)
    this.tellIfChanged(hashes)
    this.tellUpdates()
  }

  /**
   * Runs a listing that waits for its servers. Meanwhile, changes to this kind of list are not announced, because the
   * answer contains them.
   */
  async whileListing<T>(kind: ListKind, list: () => Promise<T>): Promise<T> {
    this.#listings.push(kind)
    try {
      return await list()
    } finally {
      this.#listings.splice(this.#listings.indexOf(kind), 1)
    }
  }

  /** Notes that the client has this list, or was notified that it changed. */
  know(kind: ListKind, hashes: ListHashes): void {
    this.#lists.know(kind, hashes)
  }

  /**
   * Announces the lists that differ from what the client knows, each change once. Does nothing while the client is not
   * listening: the changes are announced when it listens again.
   */
  tellIfChanged(hashes: ListHashes = noLists): void {
    if (this.#stream?.isOpen !== true) return
    const news = this.#lists.takeNews(hashes, (kind) => !this.#listings.includes(kind))
    for (const method of news) this.#stream.send(notificationJson(method))
  }

  /** Sends a message that belongs to no call, or keeps it until the client is listening. */
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

  /** Ends the session of a client that is gone for good, and cancels its calls. */
  end(): void {
    this.calls.cancelAll()
    this.stopListening()
  }

  /** Ends the streams. Calls under way still get their answers. */
  stopListening(): void {
    this.clientRequests.end()
    this.#followed?.end()
    this.#stream?.end()
    this.#stream = null
  }
}
