/**
 * One connection whose launches a test controls step by step: when a launch is prepared, what its process does, and
 * when the process dies.
 */
import { AppError } from '#contract/errors'
import type { ConnectionState, Launch, RestartPolicy } from '#contract/servers/server'
import { Connection } from '#engine/connections/connection'
import type { OpenTransport, TransportEvents } from '#engine/connections/transport'
import { manualClock } from '#test/support/manualClock'
import { scriptedConnection } from '#test/support/scriptedConnection'
import { deafEvents, ScriptedProcesses } from '#test/support/scriptedProcesses'

/** `bad` does not start. `mute` answers nothing. `fragile` exits when it is asked whether it knows the modern era. */
export type ProcessKind = 'sound' | 'bad' | 'mute' | 'fragile'

export interface BenchRules {
  readonly restart: RestartPolicy
  readonly idleLimitMs: number | null
  readonly isRemote: boolean
  /** How long a process takes to exit. */
  readonly closeMs: number
}

export class LaunchBench {
  readonly clock = manualClock()
  readonly processes = new ScriptedProcesses(this.clock)
  readonly connection: Connection
  /** Every reported state, in order. */
  readonly heard: ConnectionState[] = []
  /** The listener's reaction to a reported state. */
  react: (state: ConnectionState) => void = () => undefined
  /** How the next launch's process behaves. */
  next: ProcessKind = 'sound'
  /** Whether launches are prepared automatically. */
  preparesAtOnce = false
  #preparing: ((failure: AppError | null) => void)[] = []
  /** The running processes. */
  readonly #alive = new Set<TransportEvents>()

  constructor(rules: BenchRules) {
    this.processes.closeMs = rules.closeMs
    const options = scriptedConnection('one', this.clock, this.#openTransport)
    this.connection = new Connection(
      { ...options, rules, isRemote: rules.isRemote, knownEra: null, prepareLaunch: () => this.#prepare() },
      {
        ...deafEvents,
        onState: (state) => {
          this.heard.push(state)
          this.react(state)
        },
      },
    )
  }

  /** How many launches are being prepared, or were opened and are not closed. */
  get begun(): number {
    return this.#preparing.length + this.processes.open.size
  }

  get alive(): number {
    return this.#alive.size
  }

  /** How many processes are dead or being ended. Each has one timer. */
  get closing(): number {
    return this.processes.closing
  }

  prepared(failure: AppError | null = null): void {
    for (const settle of this.#preparing.splice(0)) settle(failure)
  }

  die(code: number): void {
    for (const events of this.#alive) this.#end(events, code)
  }

  #prepare(): Promise<Launch> {
    const launch: Launch = { transport: 'stdio', command: 'one', args: [], env: {} }
    if (this.preparesAtOnce) return Promise.resolve(launch)
    return new Promise((resolve, reject) =>
      this.#preparing.push((failure) => {
        if (failure === null) resolve(launch)
        else reject(failure)
      }),
    )
  }

  readonly #openTransport: OpenTransport = async (launch, label, events) => {
    const kind = this.next
    if (kind === 'bad') throw new AppError('COMMAND_FAILED', 'There is no such command.')
    const transport = await this.processes.openTransport(launch, label, events)
    this.#alive.add(events)
    return {
      pid: null,
      send: (json, message) => {
        if (!this.#alive.has(events) || kind === 'mute') return
        if (message.method !== 'server/discover') transport.send(json, message)
        else if (kind === 'fragile') queueMicrotask(() => this.#end(events, 1))
        else queueMicrotask(() => events.onMessage(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: {} })))
      },
      close: () => {
        this.#alive.delete(events)
        return transport.close()
      },
    }
  }

  #end(events: TransportEvents, code: number): void {
    if (this.#alive.delete(events)) events.onExit({ code, signal: null, reason: `exited with code ${code}` })
  }
}
