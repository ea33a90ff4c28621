/**
 * The disk usage of volumes. Docker counts for one client at a time and refuses requests meanwhile. Requests from here
 * wait for each other; a request that another client was ahead of is sent again.
 */
import type Dockerode from 'dockerode'
import { wordsOf } from '#engine/hosting/docker/dockerFault'
import type { Clock } from '#engine/ports'

/** As in `GET /system/df`: the list of volumes has no sizes, and with Podman this one has no labels. */
export interface CountedVolume {
  readonly Name: string
  readonly UsageData?: { readonly Size: number; readonly RefCount: number } | null
}

const againMs = 100
const maxTries = 50

export class DiskUsage {
  readonly #clock: Clock
  #counting: Promise<unknown> = Promise.resolve()
  /** A count that has not begun: all requests until then share it. */
  #next: Promise<readonly CountedVolume[]> | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A count that begins after this request. */
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
