/**
 * Reads volumes' disk usage. Docker counts for one client at a time and refuses others meanwhile, so this engine's
 * requests wait for each other. A request that is refused because of another client is repeated.
 */
import type Dockerode from 'dockerode'
import { wordsOf } from '#engine/hosting/docker/dockerFault'
import type { Clock } from '#engine/ports'

/** A volume in `GET /system/df`. The list of volumes has no sizes, and with Podman this answer has no labels. */
export interface CountedVolume {
  readonly Name: string
  readonly UsageData?: { readonly Size: number; readonly RefCount: number } | null
}

const againMs = 100
const maxTries = 50

export class DiskUsage {
  readonly #clock: Clock
  #counting: Promise<unknown> = Promise.resolve()
  /** The next count. All requests that arrive before it begins share it. */
  #next: Promise<readonly CountedVolume[]> | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The volumes, counted after this request was made. */
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
