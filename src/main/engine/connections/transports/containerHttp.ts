/**
 * Carries MCP over HTTP to a container's port. The port is published before the server listens there. Until the
 * server's first message, failed connections are therefore retried, as long as the container is running.
 */
import { AppError } from '#contract/errors'
import type { ContainerLaunch, HttpLaunch, LogLine } from '#contract/servers/server'
import type { MessageFacts, OpenTransport, Transport, TransportEvents } from '#engine/connections/transport'
import { exitInWords } from '#engine/connections/transports/containerExit'
import type { RunningContainer } from '#engine/hosting/runningContainer'
import type { ContainerEvents } from '#engine/hosting/provider'
import { createLineSplitter } from '#engine/net/lineSplitter'
import type { Clock, Timer } from '#engine/ports'

export interface ContainerHttpOptions {
  readonly openHttp: OpenTransport<HttpLaunch>
  readonly clock: Clock
  readonly slug: string
  readonly events: TransportEvents
}

/** A request that may have to be sent again. */
interface Asked {
  readonly json: string
  readonly message: MessageFacts
}

const tryAgainMs = 200
const maxOutputLength = 8 * 1024
/** Error codes that mean that no server answered at the port. */
const nobodyThere = new Set(['SERVER_UNAVAILABLE', 'SERVER_LOST'])

export class ContainerHttp implements Transport {
  readonly pid = null
  readonly isOnlySession = true
  readonly containerEvents: ContainerEvents
  readonly #options: ContainerHttpOptions
  #running: RunningContainer | null = null
  #url = ''
  #headers: Readonly<Record<string, string>> = {}
  #http: Transport | null = null
  #wasHeard = false
  #isOver = false
  #isClosed = false
  #retry: Timer | null = null
  /** Requests to send again if the connection fails. Kept until the server's first message. */
  readonly #asked = new Map<number, Asked>()

  constructor(options: ContainerHttpOptions) {
    this.#options = options
    const [stdout, stderr] = [this.#lines('stdout'), this.#lines('stderr')]
    this.containerEvents = {
      onStdout: (bytes) => void stdout.push(Buffer.from(bytes)),
      onStderr: (bytes) => void stderr.push(Buffer.from(bytes)),
      onNote: (sentence) => options.events.onOutput('engine', sentence),
      onExit: (exit) => {
        for (const [source, lines] of [
          ['stdout', stdout],
          ['stderr', stderr],
        ] as const) {
          const unfinished = lines.rest()
          if (unfinished !== '') options.events.onOutput(source, unfinished)
        }
        const ended = exitInWords(exit)
        this.#exit(this.#isClosed ? { ...ended, reason: 'was stopped' } : ended)
      },
    }
  }

  get takesAnswers(): boolean {
    return this.#http?.takesAnswers !== false
  }

  async connect(running: RunningContainer, port: ContainerLaunch['ports'][number] | undefined): Promise<void> {
    this.#running = running
    const address = port === undefined ? null : running.container.address(port.container)
    if (port === undefined || address === null)
      throw new AppError('RUNTIME_UNAVAILABLE', "The runtime has not published the container's port.")
    this.#url = new URL(port.path, address).href
    this.#headers = running.container.portHeaders?.(port.container) ?? {}
    await this.#open()
  }

  send(json: string, message: MessageFacts): void {
    if (this.#isOver || this.#isClosed) return
    if (!this.#wasHeard && typeof message.id === 'number' && message.method !== null)
      this.#asked.set(message.id, { json, message })
    this.#http?.send(json, message)
  }

  negotiated(protocolVersion: string): void {
    this.#http?.negotiated?.(protocolVersion)
  }

  listed(tools: readonly unknown[]): void {
    this.#http?.listed?.(tools)
  }

  forget(id: number): void {
    this.#asked.delete(id)
    this.#http?.forget?.(id)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#retry?.cancel()
    await this.#http?.close()
    await this.#running?.stop()
  }

  async #open(): Promise<void> {
    const { openHttp, slug, events } = this.#options
    const http: Transport = await openHttp({ transport: 'http', url: this.#url, headers: this.#headers }, slug, {
      ...events,
      onMessage: (json, within) => {
        this.#wasHeard = true
        this.#asked.clear()
        events.onMessage(json, within)
      },
      onUnanswered: (id, error) => {
        if (this.#http !== http) return
        if (this.#mayComeUp(error) && this.#asked.has(id)) this.#tryAgain()
        else events.onUnanswered(id, error)
      },
      // The runtime reports whether the container is still running, so a ping is not needed.
      onDoubt: () => undefined,
      onExit: (exit) => {
        if (this.#http !== http) return
        if (exit.error !== undefined && this.#mayComeUp(exit.error)) this.#tryAgain()
        else this.#exit(exit)
      },
    })
    this.#http = http
  }

  #mayComeUp({ code }: AppError): boolean {
    return !this.#wasHeard && !this.#isOver && !this.#isClosed && nobodyThere.has(code)
  }

  #tryAgain(): void {
    const { clock } = this.#options
    void this.#http?.close()
    this.#http = null
    this.#retry = clock.after(tryAgainMs, () => void this.#sendAgain())
  }

  async #sendAgain(): Promise<void> {
    await this.#open()
    if (this.#isOver || this.#isClosed) return void this.#http?.close()
    for (const { json, message } of this.#asked.values()) this.#http?.send(json, message)
  }

  #exit(exit: Parameters<TransportEvents['onExit']>[0]): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#retry?.cancel()
    void this.#http?.close()
    this.#options.events.onExit(exit)
  }

  #lines(source: LogLine['source']) {
    const { events } = this.#options
    return createLineSplitter({
      maxBytes: maxOutputLength,
      onLine: (line) => events.onOutput(source, line),
      onTooLong: (beginning) => events.onOutput(source, `${beginning.slice(0, maxOutputLength)} … (cut)`),
    })
  }
}
