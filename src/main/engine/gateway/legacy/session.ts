/** What is kept for one legacy client between its requests. */
import type { EventStream } from '#engine/gateway/http/eventStream'
import type { Reply } from '#engine/gateway/http/reply'
import { notificationJson, type Params } from '#engine/gateway/jsonRpc'
import { CallsUnderWay } from '#engine/gateway/legacy/callsUnderWay'
import { ClientRequests } from '#engine/gateway/legacy/clientRequests'
import type { LogLevel } from '#engine/gateway/logLevels'
import type { Scope } from '#engine/registry/scope'
import type { Caller, CallerIdentity } from '#engine/router/call'

export interface SessionFacts {
  /** The secret by which the client names it. */
  readonly id: string
  /** Names it in the engine, where it is no secret. */
  readonly key: string
  readonly scope: Scope
  readonly version: string
  readonly capabilities: Params
  readonly identity: CallerIdentity
}

const askable = ['sampling', 'elicitation', 'roots'] as const

export class Session {
  readonly facts: SessionFacts
  readonly calls = new CallsUnderWay()
  readonly clientRequests = new ClientRequests()
  logLevel: LogLevel = 'debug'
  lastUsedAt: number
  readonly #canBeAsked: boolean
  #stream: EventStream | null = null
  #knownHash: string | undefined
  #listings = 0

  constructor(facts: SessionFacts, now: number, hash: string | undefined) {
    this.facts = facts
    this.lastUsedAt = now
    this.#knownHash = hash
    this.#canBeAsked = askable.some((capability) => Object.hasOwn(facts.capabilities, capability))
  }

  get isBusy(): boolean {
    return this.calls.size > 0 || this.#stream?.isOpen === true
  }

  /** The caller for one call, which alone is who a server's questions are put to. */
  callerFor(call: object, reply: Reply): Caller {
    const { key, capabilities, identity } = this.facts
    const ask: Caller['ask'] = this.#canBeAsked
      ? (request, signal) => this.clientRequests.ask(call, reply, request, signal)
      : null
    return { key, capabilities, ask, identity }
  }

  /** The newest stream counts; one whose client is half gone must not keep it from coming back. */
  openStream(stream: EventStream, hash: string | undefined): void {
    this.#stream?.end()
    this.#stream = stream
    this.tellIfChanged(hash)
  }

  /** A listing that waits for its servers: its answer will be news enough. */
  async whileListing<T>(list: () => Promise<T>): Promise<T> {
    this.#listings += 1
    try {
      return await list()
    } finally {
      this.#listings -= 1
    }
  }

  /** The client was given, or told of, the view with this hash. */
  know(hash: string): void {
    this.#knownHash = hash
  }

  /** Says once that the tools are not what the client knows; kept for later while it does not listen. */
  tellIfChanged(hash: string | undefined): void {
    if (hash === this.#knownHash || this.#listings > 0 || this.#stream?.isOpen !== true) return
    this.#knownHash = hash
    this.#stream.send(notificationJson('notifications/tools/list_changed'))
  }

  /** The client is gone for good: nobody waits for its calls. */
  end(): void {
    this.calls.cancelAll()
    this.stopListening()
  }

  /** Ends what goes on between the calls; those under way still get their answers. */
  stopListening(): void {
    this.clientRequests.end()
    this.#stream?.end()
    this.#stream = null
  }
}
