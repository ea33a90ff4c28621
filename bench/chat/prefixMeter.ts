/** Measures how much of the text sent to a model repeats the beginning of an earlier request. */
import type { WireRequest } from '#bench/chat/wire'

export class PrefixMeter {
  readonly #requests: (readonly string[])[] = []
  #all = 0
  #before = 0

  take(request: WireRequest): void {
    const parts = partsOf(request)
    this.#all += parts.reduce((sum, part) => sum + part.length, 0)
    this.#before += Math.max(0, ...this.#requests.map((earlier) => sharedLength(earlier, parts)))
    this.#requests.push(parts)
  }

  get share(): number {
    return this.#before / this.#all
  }
}

/**
 * Returns the parts of a request in the order in which a model reads them, without cache marks. A model does not read
 * deferred tools.
 */
function partsOf({ tools = [], system = [], messages }: WireRequest): string[] {
  const visible = tools.filter((tool) => tool['defer_loading'] !== true)
  return [
    ...visible.map(plain),
    ...system.map(plain),
    ...messages.flatMap(({ role, content }) => content.map((block) => `${role} ${plain(block)}`)),
  ]
}

function plain(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner))
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const end = other.findIndex((part, index) => one[index] !== part)
  return other.slice(0, end === -1 ? undefined : end).reduce((sum, part) => sum + part.length, 0)
}
