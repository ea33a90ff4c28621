/** The run's side of the process that makes the HTTP calls: its requests, and how to send them. */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '#bench/load/mcpClient'
import type { Latency } from '#bench/report/statistics'

/** How long a load lasts: a number of calls, or of seconds. */
export type Amount = { readonly calls: number } | { readonly seconds: number }

/** A steady rate of calls, of which one in every `largeEvery` has a large result. */
export interface Pace {
  readonly perSecond: number
  readonly seconds: number
  readonly largeEvery: number
  readonly largeBytes: number
  /** The number of connections. Absent: as many as a busy client has. */
  readonly connections?: number
}

export type LoadRequest =
  | {
      readonly do: 'open'
      readonly endpoint: Endpoint
      readonly gatewayPid: number
      readonly deadlineMs: number
      readonly leastTools: number
    }
  | { readonly do: 'pace'; readonly pace: Pace }
  | { readonly do: 'call'; readonly inFlight: number; readonly amount: Amount }
  | { readonly do: 'list'; readonly calls: number }

export interface Load {
  readonly calls: number
  readonly callsPerSecond: number
  readonly latencyMs: Latency
  /** The gateway process's CPU time per call, in microseconds. */
  readonly gatewayCpu: number
  /** The CPU time per call of the gateway and every process below it, such as the MCP server. */
  readonly treeCpu: number
}

export type LoadAnswer = { readonly load: Load | null } | { readonly error: string }

export class LoadProcess {
  readonly #child: ChildProcess

  constructor() {
    this.#child = fork(fileURLToPath(import.meta.resolve('#bench/load/loadClient')), { execArgv: [] })
  }

  /** Connects and waits until the endpoint lists this many tools. */
  async open(endpoint: Endpoint, gatewayPid: number, deadlineMs: number, leastTools = 25): Promise<void> {
    await this.#ask({ do: 'open', endpoint, gatewayPid, deadlineMs, leastTools })
  }

  call(inFlight: number, amount: Amount): Promise<Load> {
    return this.#load({ do: 'call', inFlight, amount })
  }

  list(calls: number): Promise<Load> {
    return this.#load({ do: 'list', calls })
  }

  pace(pace: Pace): Promise<Load> {
    return this.#load({ do: 'pace', pace })
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('The load process could not be started.')
    return this.#child.pid
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }

  async #load(request: LoadRequest): Promise<Load> {
    const load = await this.#ask(request)
    if (load === null) throw new Error('The load process measured nothing.')
    return load
  }

  #ask(request: LoadRequest): Promise<Load | null> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`The load process exited with ${code}.`))
      this.#child.once('exit', onExit)
      this.#child.once('message', (answer: LoadAnswer) => {
        this.#child.off('exit', onExit)
        if ('error' in answer) reject(new Error(answer.error))
        else resolve(answer.load)
      })
      this.#child.send(request)
    })
  }
}
