/**
 * How much of the disk volumes take. An Engine counts for one client at a time and refuses whoever asks meanwhile: questions
 * from here wait for each other, and one that another client was before is asked again.
 */
import type Dockerode from 'dockerode'
import { wordsOf } from '#engine/hosting/docker/dockerFault'
import type { Clock } from '#engine/ports'

/** As `GET /system/df` has them: the list of volumes has no sizes, and this one no labels with Podman. */
export interface CountedVolume {
  readonly Name: string
  readonly UsageData?: { readonly Size: number; readonly RefCount: number } | null
}

const againMs = 100
const maxTries = 50

export class DiskUsage {
  readonly #clock: Clock
  #counting: Promise<unknown> = Promise.resolve()
  /** A count that has not begun: it answers everybody who asks until it does. */
  #next: Promise<readonly CountedVolume[]> | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** As it is after this was asked. */
  volumes(docker: Dockerode): Promise<readonly CountedVolume[]> {
    this.#next ??= this.#counting.then(() => {
      this.#next = null
      const counted = this.#count(docker)
      this.#counting = counted.catch(() => undefined)
      return counted
    })
    return this.#next
  }

  async #count(docker: Dockerode): Promise<readonly CountedVolume[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        const { Volumes } = (await docker.df()) as { readonly Volumes: readonly CountedVolume[] | null }
        return Volumes ?? []
      } catch (thrown) {
        if (tries >= maxTries || !/disk usage operation is already running/i.test(wordsOf(thrown))) throw thrown
        await new Promise<void>((resolve) => this.#clock.after(againMs, resolve))
      }
    }
  }
}
