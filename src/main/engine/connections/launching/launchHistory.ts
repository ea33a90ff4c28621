/**
 * What a connection remembers about its launches: how often they failed, and which eras the next one should ask for.
 */
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
   * Some servers exit when they are asked for a method they do not know. Such a server uses the other era, so its exit
   * is not a failure. Returns true if the next launch avoids the era at which this one exited.
   */
  avoidsEraOf(failure: LaunchFailure): boolean {
    const eras = failure.error.code === 'HANDSHAKE_FAILED' ? withoutEra(this.#eras, failure.eraLeft) : null
    this.#eras = eras ?? this.#eras
    return eras !== null
  }

  /** Decides what follows after a launch ended by itself. */
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
