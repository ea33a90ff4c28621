/** What a connection remembers of its launches for the next one: how often they failed, and which eras to ask for. */
import { type ConnectionOptions, verdictOf } from '#engine/connections/connectionOptions'
import { type AskedEras, type LaunchFailure, withoutEra } from '#engine/connections/launching/launchFailure'
import type { ServerHandshake } from '#engine/connections/session/handshake'
import {
  type FailureCounters,
  isInCrashLoop,
  judgeEnd,
  type LaunchEnd,
  noFailures,
  type Verdict,
} from '#engine/policies/supervision'

export class LaunchHistory {
  readonly #options: ConnectionOptions
  #counters: FailureCounters = noFailures
  #eras: AskedEras

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#eras = { knownEra: options.knownEra, wantedEra: options.wantedEra ?? null }
  }

  get eras(): AskedEras {
    return this.#eras
  }

  succeeded(handshake: ServerHandshake): void {
    this.#counters = { ...this.#counters, failedConnects: 0 }
    this.#options.past.wasReady = true
    this.#eras = { ...this.#eras, knownEra: verdictOf(handshake) }
  }

  /**
   * Some servers exit at a method they do not know. They speak the other era, so that exit is not a failure. True if
   * the next launch does not ask for the era that this one did not survive.
   */
  avoidsEraOf(failure: LaunchFailure): boolean {
    const eras = failure.error.code === 'HANDSHAKE_FAILED' ? withoutEra(this.#eras, failure.eraLeft) : null
    this.#eras = eras ?? this.#eras
    return eras !== null
  }

  /** Decides what follows after it ended by itself. */
  ended(end: LaunchEnd): Verdict {
    const { rules, random, supervision } = this.#options
    const { counters, verdict } = judgeEnd(this.#counters, end, rules.restart, random(), supervision)
    this.#counters = counters
    return verdict
  }

  get isInCrashLoop(): boolean {
    return isInCrashLoop(this.#counters)
  }

  forgetFailures(): void {
    this.#counters = noFailures
  }
}
