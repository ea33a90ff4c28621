/**
 * Handles Ctrl-C and similar signals: the first asks the work to stop and clean up, the second exits the process
 * immediately.
 */
import { constants } from 'node:os'
import { Interrupted } from '#main/cli/failure'

export interface Interruption {
  /** Aborted with an `Interrupted` as the reason when the person or the system asks the process to exit. */
  readonly signal: AbortSignal
  /** Rejects with the reason when `signal` is aborted. */
  readonly interrupted: Promise<never>
  stopListening(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** How long the same signal counts as one: npm passes on a Ctrl-C that the terminal also sent to this process. */
const sameWishMs = 500

/** The parts of `process` that this module uses. */
export interface SignalSource {
  on(name: NodeJS.Signals, listener: (name: NodeJS.Signals) => void): unknown
  off(name: NodeJS.Signals, listener: (name: NodeJS.Signals) => void): unknown
  exit(code: number): void
}

export function listenForInterruption(source: SignalSource, now: () => number): Interruption {
  const controller = new AbortController()
  let firstAt = 0
  const onSignal = (name: NodeJS.Signals) => {
    const reason = new Interrupted(constants.signals[name])
    if (!controller.signal.aborted) {
      firstAt = now()
      controller.abort(reason)
    } else if (now() - firstAt > sameWishMs) {
      source.exit(reason.exitCode)
    }
  }
  for (const name of signals) source.on(name, onSignal)
  const interrupted = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), { once: true })
  })
  // The promise may reject while no code awaits it.
  interrupted.catch(() => undefined)
  return {
    signal: controller.signal,
    interrupted,
    stopListening() {
      for (const name of signals) source.off(name, onSignal)
    },
  }
}
