/** A scripted server behind the transports' interface. A test decides what it answers, when, and when it dies. */
import type { AppError } from '#contract/errors'
import type { Params } from '#contract/jsonRpc/messages'
import { Connection } from '#engine/connections/connection'
import type { ConnectionEvents } from '#engine/connections/connectionOptions'
import type { OpenTransport, Transport, TransportEvents } from '#engine/connections/transport'
import type { Clock } from '#engine/ports'
import type { Incoming } from '#test/servers/wire'
import { scriptedConnection } from '#test/support/scriptedConnection'

/** A call as the server sees it. */
export interface CallAtServer {
  readonly id: number
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, unknown>>
  cancelledAt: number | null
}

export class ScriptedServer {
  readonly slug: string
  readonly connection: Connection
  /** The server's unanswered calls, oldest first. */
  readonly calls: CallAtServer[] = []
  /** How many calls ever reached the server. */
  received = 0
  /** Whether the next launch succeeds. */
  sound = true
  /** How long it takes to end what a launch left. */
  closeMs = 0
  /** Launches that were opened and not closed. Dead ones count, because each may have left processes behind. */
  readonly open = new Set<TransportEvents>()
  /** The highest number of open launches at the same time. */
  maxOpen = 0
  readonly #clock: Clock
  #events: TransportEvents | null = null

  constructor(slug: string, clock: Clock, events: Partial<ConnectionEvents> = {}) {
    this.slug = slug
    this.#clock = clock
    const openTransport: OpenTransport = (_launch, _label, transportEvents) => this.#open(transportEvents)
    this.connection = new Connection(scriptedConnection(slug, clock, openTransport), {
      onState: () => undefined,
      onListing: () => undefined,
      onEra: () => undefined,
      onServerRequest: () => undefined,
      onNotification: () => undefined,
      ...events,
    })
  }

  answer(call: CallAtServer, outcome: { readonly result: unknown } | { readonly error: unknown }): void {
    this.#forget(call)
    this.say({ id: call.id, ...outcome })
  }

  /** Makes the transport report that the call will get no response. */
  refuse(call: CallAtServer, error: AppError): void {
    this.#forget(call)
    this.#events?.onUnanswered(call.id, error)
  }

  say(message: Readonly<Record<string, unknown>>): void {
    this.#events?.onMessage(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }

  die(): void {
    const events = this.#events
    this.#events = null
    this.calls.length = 0
    events?.onExit({ code: 1, signal: null, reason: 'exited with code 1' })
  }

  async #open(events: TransportEvents): Promise<Transport> {
    await Promise.resolve()
    this.#events = events
    this.open.add(events)
    this.maxOpen = Math.max(this.maxOpen, this.open.size)
    if (!this.sound) queueMicrotask(() => this.die())
    return {
      pid: null,
      send: (json) => {
        if (this.#events === events) this.#take(JSON.parse(json) as Incoming<Params, number>)
      },
      close: async () => {
        if (this.#events === events) this.die()
        await new Promise<void>((resolve) => {
          if (this.closeMs === 0) resolve()
          else this.#clock.after(this.closeMs, resolve)
        })
        this.open.delete(events)
      },
    }
  }

  #take({ id, method = '', params = {} }: Incoming<Params, number>): void {
    switch (method) {
      case 'initialize':
        this.#answerSoon(id, {
          protocolVersion: params['protocolVersion'],
          capabilities: { tools: {} },
          serverInfo: { name: this.slug, version: '1' },
        })
        break
      case 'tools/list':
        this.#answerSoon(id, { tools: [] })
        break
      case 'tools/call':
        this.received++
        this.calls.push({
          id: id ?? -1,
          tool: String(params['name']),
          arguments: (params['arguments'] ?? {}) as Record<string, unknown>,
          params,
          cancelledAt: null,
        })
        break
      case 'notifications/cancelled': {
        const call = this.calls.find((one) => one.id === params['requestId'])
        if (call !== undefined) call.cancelledAt = this.#clock.now()
      }
    }
  }

  #answerSoon(id: number | undefined, result: unknown): void {
    queueMicrotask(() => this.say({ id, result }))
  }

  #forget(call: CallAtServer): void {
    const index = this.calls.indexOf(call)
    if (index !== -1) this.calls.splice(index, 1)
  }
}
