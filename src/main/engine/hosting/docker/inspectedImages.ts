/** Images as Docker describes them. Servers that start together share one request for each image. */
import type Dockerode from 'dockerode'
import type { Clock } from '#engine/ports'

/** An image hardly changes between the check that it is there and the start. */
const freshMs = 2_000

interface Inspected {
  readonly at: number
  readonly image: Promise<Dockerode.ImageInspectInfo>
}

export class InspectedImages {
  readonly #clock: Clock
  readonly #known = new Map<string, Inspected>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Rejects as Docker does; a failure is not kept. */
  inspect(docker: Dockerode, name: string): Promise<Dockerode.ImageInspectInfo> {
    const now = this.#clock.elapsed()
    const known = this.#known.get(name)
    if (known !== undefined && now - known.at < freshMs) return known.image
    for (const [other, { at }] of this.#known) if (now - at >= freshMs) this.#known.delete(other)
    const image = docker.getImage(name).inspect()
    this.#known.set(name, { at: now, image })
    image.catch(() => this.#known.delete(name))
    return image
  }
}
