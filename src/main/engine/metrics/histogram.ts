/** Counts durations in buckets, with a few comparisons for each. Pure. */
import type { Labels, Sample } from '#engine/metrics/metricText'

/** The buckets range from our own overhead to the longest time that a call may take. */
const boundsSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 300] as const

export class Histogram {
  readonly #counts = boundsSeconds.map(() => 0)
  #beyond = 0
  #sum = 0

  add(seconds: number): void {
    this.#sum += seconds
    const place = boundsSeconds.findIndex((bound) => seconds <= bound)
    if (place === -1) this.#beyond += 1
    else this.#counts[place] = (this.#counts[place] ?? 0) + 1
  }

  samples(labels: Labels): Sample[] {
    let below = 0
    const buckets = boundsSeconds.map((bound, place): Sample => {
      below += this.#counts[place] ?? 0
      return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below }
    })
    const count = below + this.#beyond
    return [
      ...buckets,
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
      { suffix: '_sum', labels, value: this.#sum },
      { suffix: '_count', labels, value: count },
    ]
  }
}
