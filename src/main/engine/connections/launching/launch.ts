/**
 * One attempt to open a session. It can be given up at any time, and it knows what the server has printed since the
 * attempt began.
 */
import type { AppError } from '#contract/errors'
import type { StartPhase, StateError } from '#contract/servers/server'
import type { ConnectionEvents, ConnectionOptions } from '#engine/connections/connectionOptions'
import { failureInWords } from '#engine/connections/failureInWords'
import type { AskedEras } from '#engine/connections/launching/launchFailure'
import { printedSince } from '#engine/connections/serverLog'
import { openSession, type Session } from '#engine/connections/session/session'
import type { TransportExit } from '#engine/connections/transport'

export interface LaunchEvents extends Pick<ConnectionEvents, 'onListing' | 'onServerRequest' | 'onNotification'> {
  /** Passed to the listener as the source of the server's requests and notifications. */
  readonly source: object
  readonly onPhase: (phase: StartPhase) => void
  /** Called when the session has ended by itself. */
  readonly onOver: (exit: TransportExit) => void
}

export class Launch {
  readonly attempt: number
  readonly #options: ConnectionOptions
  /** The start time by the wall clock, like the times of log lines. */
  readonly #at: number
  readonly #abort = new AbortController()
  #exit: TransportExit | null = null

  constructor(options: ConnectionOptions, at: number, attempt: number) {
    this.#options = options
    this.#at = at
    this.attempt = attempt
  }

  get isGivenUp(): boolean {
    return this.#abort.signal.aborted
  }

  giveUp(): void {
    this.#abort.abort()
  }

  /** How the session ended, if it ended by itself; otherwise null. */
  get exit(): TransportExit | null {
    return this.#exit
  }

  /** Opens the session. Rejects with a `LaunchFailure`, once nothing of the launch is left. */
  open(eras: AskedEras, events: LaunchEvents): Promise<Session> {
    const { slug, serverLog } = this.#options
    const { signal } = this.#abort
    return openSession(
      { ...this.#options, label: slug, ...eras, signal, printed: () => this.#printed() },
      {
        onPhase: (phase) => events.onPhase(phase),
        onOutput: (source, text) => serverLog.append(source, text),
        onListing: (kind, entries) => {
          if (!signal.aborted) events.onListing(kind, entries)
        },
        onServerRequest: (request) => events.onServerRequest(request, events.source),
        onNotification: (method, params, within) => events.onNotification(method, params, events.source, within),
        onOver: (exit) => {
          this.#exit = exit
          events.onOver(exit)
        },
      },
    )
  }

  /** The reason for the launch's end, as shown with the server's state. */
  inWords(error: AppError): StateError {
    const { redact, isHosted = false } = this.#options
    return failureInWords(error, this.#printed(), redact, { isHosted })
  }

  #printed(): string[] {
    return printedSince(this.#options.serverLog, this.#at)
  }
}
