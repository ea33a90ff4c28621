/**
 * Scripted processes behind the transports' interface. They complete the handshake immediately, answer calls on
 * request, and take time to end.
 */
import type { ConnectionEvents, ConnectionOptions } from '#engine/connections/connectionOptions'
import type { OpenTransport, TransportEvents } from '#engine/connections/transport'
import type { ManualClock } from '#test/support/manualClock'
import { scriptedConnection } from '#test/support/scriptedConnection'

export class ScriptedProcesses {
  /** The open processes, each with its calls. */
  readonly open = new Map<TransportEvents, number[]>()
  maxOpen = 0
  /** How many processes were ever opened. */
  opened = 0
  /** How many processes are being ended. */
  closing = 0
  /** How long it takes to end one process. */
  closeMs = 100
  readonly #clock: ManualClock

  constructor(clock: ManualClock) {
    this.#clock = clock
  }

  readonly openTransport: OpenTransport = async (_launch, _label, events) => {
    await Promise.resolve()
    const calls: number[] = []
    let ended: Promise<void> | null = null
    this.opened++
    this.open.set(events, calls)
    this.maxOpen = Math.max(this.maxOpen, this.open.size)
    const say = (id: unknown, result: unknown) =>
      queueMicrotask(() => events.onMessage(JSON.stringify({ jsonrpc: '2.0', id, result })))
    return {
      pid: null,
      send: (json) => {
        const { id, method, params } = JSON.parse(json) as { id: number; method: string; params: object }
        if (method === 'initialize') say(id, { ...params, capabilities: {}, serverInfo: { name: 'x', version: '1' } })
        if (method === 'tools/call') calls.push(id)
        if (method.startsWith('resources/')) say(id, { told: method })
      },
      close: () => (ended ??= this.#end(events)),
    }
  }

  async #end(events: TransportEvents): Promise<void> {
    this.closing++
    await new Promise<void>((resolve) => this.#clock.after(this.closeMs, resolve))
    this.closing--
    this.open.delete(events)
  }

  answerAll(): void {
    for (const [events, calls] of this.open)
      for (const id of calls.splice(0)) events.onMessage(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))
  }

  /** Answers the calls to the process that was started first. */
  answerFirst(): void {
    const [[events, calls] = []] = this.open
    for (const id of calls?.splice(0) ?? []) events?.onMessage(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))
  }

  dieAll(): void {
    for (const events of this.open.keys()) events.onExit({ code: 1, signal: null, reason: 'exited with code 1' })
  }

  options(slug: string): ConnectionOptions {
    return scriptedConnection(slug, this.#clock, this.openTransport)
  }

  /** Lets time pass in steps. All pending work is done after each step. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 50) {
      this.#clock.advance(50)
      await turns()
    }
  }
}

const nothing = () => undefined

export const deafEvents: ConnectionEvents = {
  onState: nothing,
  onListing: nothing,
  onEra: nothing,
  onServerRequest: nothing,
  onNotification: nothing,
}

/** Runs everything that can proceed without time passing. */
export const turns = () => new Promise((resolve) => setImmediate(resolve))
