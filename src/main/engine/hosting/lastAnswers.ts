/**
 * Limits every wait for a container runtime while the engine is closing, because a runtime that does not answer must
 * not keep the engine from exiting. The next start finds what is left behind.
 */
import { AppError } from '#contract/errors'
import type { Container, Provider } from '#engine/hosting/provider'
import type { Clock, Timer } from '#engine/ports'
import { settledWithin } from '#engine/structures/waits'

/** How long a container may take to exit while the engine is closing, before it is killed. */
export const shutdownGraceMs = 30_000
const answerMs = 20_000
/** The time to kill and remove a container after the grace period. */
const removalMs = 10_000

export class LastAnswers {
  readonly #clock: Clock
  /** One function for each wait that has no time limit yet. Calling it sets one. */
  readonly #unlimited = new Set<() => void>()
  #isEnding = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Limits the waits under way and all later ones. Call this when the engine begins to close. */
  begin(): void {
    this.#isEnding = true
    for (const limit of this.#unlimited) limit()
    this.#unlimited.clear()
  }

  /** Wraps a provider so that waits for its answers can be limited. */
  of(provider: Provider): Provider {
    return {
      name: provider.name,
      examine: () => this.#wait(provider.examine()),
      bringImage: (image, onProgress, signal) => this.#wait(provider.bringImage(image, onProgress, signal)),
      start: async (spec, events) => this.#ofContainer(await this.#wait(provider.start(spec, events))),
      find: (owner) => this.#wait(provider.find(owner)),
      adopt: async (found, events) => this.#ofContainer(await this.#wait(provider.adopt(found, events))),
      remove: (id) => this.#wait(provider.remove(id)),
      listVolumes: (owner) => this.#wait(provider.listVolumes(owner)),
      removeVolume: (name) => this.#wait(provider.removeVolume(name)),
      backupVolume: (name) => this.#wait(provider.backupVolume(name)),
      close: () => settledWithin(this.#clock, answerMs, provider.close()),
    }
  }

  #ofContainer(container: Container): Container {
    return {
      id: container.id,
      startedAt: container.startedAt,
      write: (text) => this.#wait(container.write(text)),
      address: (port) => container.address(port),
      ...(container.portHeaders && { portHeaders: (port: number) => container.portHeaders?.(port) ?? {} }),
      network: () => container.network(),
      usage: () => this.#wait(container.usage()),
      stop: (graceMs) => this.#wait(container.stop(graceMs), shutdownGraceMs + removalMs),
    }
  }

  #wait<T>(answer: Promise<T>, limitMs = answerMs): Promise<T> {
    return new Promise((resolve, reject) => {
      let timer: Timer | null = null
      const giveUp = () => reject(new AppError('RUNTIME_UNAVAILABLE', 'The container runtime no longer answers.'))
      const limit = () => void (timer = this.#clock.after(limitMs, giveUp))
      if (this.#isEnding) limit()
      else this.#unlimited.add(limit)
      const over = () => {
        this.#unlimited.delete(limit)
        timer?.cancel()
      }
      answer.then(resolve, reject).finally(over)
    })
  }
}
