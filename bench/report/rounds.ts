/** A measurement that is taken once per round. The median of each figure counts. */
import { messageOf } from '#contract/errors'
import { median } from '#bench/report/statistics'

export type Outcome<T> =
  | { readonly kind: 'measured'; readonly figures: T }
  /** The measurement was not possible. The reason is for people to read. */
  | { readonly kind: 'missing'; readonly reason: string }

type Figures<T> = { readonly [Key in keyof T]: number }

export class Rounds<T extends Figures<T>> {
  readonly #taken: T[] = []
  #failure: string | null = null

  /** Measures nothing more after a failure, because a contestant that fails once has no figures. */
  async take(measure: () => T | Promise<T>): Promise<void> {
    if (this.#failure !== null) return
    try {
      this.#taken.push(await measure())
    } catch (thrown) {
      this.#failure = messageOf(thrown)
    }
  }

  outcome(): Outcome<T> {
    const [first] = this.#taken
    if (this.#failure !== null) return { kind: 'missing', reason: this.#failure }
    if (first === undefined) return { kind: 'missing', reason: 'It was left out of this run.' }
    const keys = Object.keys(first) as (keyof T)[]
    const medians = keys.map((key) => [key, median(this.#taken.map((figures) => figures[key]))])
    return { kind: 'measured', figures: Object.fromEntries(medians) as T }
  }
}

export function figuresOf<T>(outcome: Outcome<T>): T | null {
  return outcome.kind === 'measured' ? outcome.figures : null
}
