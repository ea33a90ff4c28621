/** What is kept for one legacy client between its requests. */
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

export interface SessionFacts {
  /** The secret by which the client names it. */
  readonly id: string
  /** Names it in the engine, where it is no secret. */
  readonly key: string
  /** Who made it, and where; it can be used by them and there alone. */
  readonly standing: Standing
  /** The project that it asked for at its beginning; null: all that there is where it stands. */
  readonly projectId: string | null
  /** Labels of servers that its calls prefer. */
  readonly prefer: readonly string[] | undefined
  readonly version: string
  readonly capabilities: Params
  readonly identity: CallerIdentity
  /** Makes the ids of questions to this client its own among all that it was ever asked; it needs none on HTTP. */
  readonly questionPrefix?: string
}

/** A client that does not listen for long misses what came first. */
const mostUntold = 16

export class Session {
  readonly facts: SessionFacts
  readonly calls = new CallsUnderWay()
  readonly clientRequests: ClientRequests
  logLevel: LogLevel = 'debug'
  lastUsedAt: number
  readonly #canBeAsked: boolean
  #stream: MessageStream | null = null
  readonly #lists: KnownLists
  /** Made when it is first needed, as most clients never do. */
  #followed: FollowedResources | null = null
  /** What it is to be told when it listens again. */
  readonly #untold: string[] = []
  readonly #untoldLogs: string[] = []
  /** Kinds of lists that wait for their servers. */
  readonly #listings: ListKind[] = []

  constructor(facts: SessionFacts, now: number, hashes: ListHashes) {
    this.facts = facts
    this.clientRequests = new ClientRequests(facts.questionPrefix)
    this.lastUsedAt = now
    this.#lists = new KnownLists(hashes)
    this.#canBeAsked = canBeAsked(facts.capabilities)
  }

  /** What it sees now. */
  get scope(): Scope {
    const { standing, projectId } = this.facts
    return projectId === null ? standing.scope : standing.again(withinProject(standing.base, projectId))
  }

  get isBusy(): boolean {
    return this.calls.size > 0 || this.#stream?.isOpen === true
  }

  /** The caller for one call, which alone is who a server's questions are put to. */
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

  /** The newest stream counts; one whose client is half gone must not keep it from coming back. */
  openStream(stream: MessageStream, hashes: ListHashes | undefined): void {
    this.#stream?.end()
    this.#stream = stream
    for (const json of [...this.#untold.splice(0), ...this.#untoldLogs.splice(0)]) stream.send(json)
    this.tellIfChanged(hashes)
    this.tellUpdates()
  }

  /** A listing that waits for its servers: its answer will be news enough. */
  async whileListing<T>(kind: ListKind, list: () => Promise<T>): Promise<T> {
    this.#listings.push(kind)
    try {
      return await list()
    } finally {
      this.#listings.splice(this.#listings.indexOf(kind), 1)
    }
  }

  /** The client was given, or told of, this list. */
  know(kind: ListKind, hashes: ListHashes): void {
    this.#lists.know(kind, hashes)
  }

  /** Says once which lists are not what the client knows; kept for later while it does not listen. */
  tellIfChanged(hashes: ListHashes = noLists): void {
    if (this.#stream?.isOpen !== true) return
    const news = this.#lists.takeNews(hashes, (kind) => !this.#listings.includes(kind))
    for (const method of news) this.#stream.send(notificationJson(method))
  }

  /** Something that belongs to no call under way. */
  readonly tell: NonNullable<Caller['tell']> = (method, params) => {
    const isLog = method === 'notifications/message'
    if (isLog && !reaches(this.logLevel, params['level'])) return
    const json = notificationJson(method, params)
    const untold = isLog ? this.#untoldLogs : this.#untold
    if (this.#stream?.isOpen !== true) {
      if (untold.push(json) > mostUntold) untold.shift()
    } else if (isLog) this.#stream.sendIfReading(json)
    else this.#stream.send(json)
  }

  readonly listens = (): boolean => this.#stream?.isOpen === true

  readonly tellUpdates = (): void => this.#followed?.tell(this.#stream)

  /** The client is gone for good: nobody waits for its calls. */
  end(): void {
    this.calls.cancelAll()
    this.stopListening()
  }

  /** Ends what goes on between the calls; those under way still get their answers. */
  stopListening(): void {
    this.clientRequests.end()
    this.#followed?.end()
    this.#stream?.end()
    this.#stream = null
  }
}
