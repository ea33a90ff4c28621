/** Reads Docker's descriptions of images. Servers that start together share one request for each image. */
import type Dockerode from 'dockerode'
import type { Clock } from '#engine/ports'

/** How long a description is reused: for the steps of one start, during which an image hardly changes. */
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

  /** Returns Docker's description of an image, or rejects with Docker's error, which is not cached. */
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
