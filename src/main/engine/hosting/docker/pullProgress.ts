/** Computes a pull's progress from Docker's messages about each layer. */
import type { PullProgress } from '#engine/hosting/provider'

export interface PullLine {
  readonly id?: string
  readonly status?: string
  readonly progressDetail?: { readonly current?: number; readonly total?: number }
  readonly error?: string
}

interface Layer {
  readonly done: number
  readonly total: number | null
}

export class PullCount {
  readonly #layers = new Map<string, Layer>()

  /** The progress after a message; null if the message does not change it. */
  take({ id, status, progressDetail }: PullLine): PullProgress | null {
    if (id === undefined) return null
    const known = this.#layers.get(id)
    if (status === 'Downloading') {
      const { current = 0, total = 0 } = progressDetail ?? {}
      this.#layers.set(id, { done: current, total: total > 0 ? total : null })
    } else if (status === 'Pulling fs layer') this.#layers.set(id, { done: 0, total: null })
    // Later messages, about extraction, would count the same bytes again.
    else if (status === 'Download complete' && known !== undefined)
      this.#layers.set(id, { done: known.total ?? known.done, total: known.total ?? known.done })
    else return null
    const layers = [...this.#layers.values()]
    const totals = layers.map(({ total }) => total)
    return {
      doneBytes: layers.reduce((sum, { done }) => sum + done, 0),
      totalBytes: totals.includes(null) ? null : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0),
    }
  }
}

/** Whether the text is only an image name. It becomes part of a request's path, so nothing else is allowed. */
export function isImageName(image: string): boolean {
  return /^[\w.-]+(?::\d+)?(?:\/[\w.-]+)*(?::[\w.-]+)?(?:@[\w.+-]+:[0-9a-fA-F]+)?$/.test(image) && !image.includes('..')
}
