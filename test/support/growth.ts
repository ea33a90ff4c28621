/**
 * How time grows with the length of the input. Wall-clock time does not decide: the shares of two sizes are compared, in CPU
 * time of this process alone, and far from the edge between linear (4 times) and quadratic (16 times).
 */

const repeats = 3
/** Below it, a measurement means nothing. */
const minMs = 25
const maxRatio = 9

function processMs(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < repeats; count += 1) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
    if (least < minMs) return least
  }
  return least
}

/** The first size that took far more than in proportion to the size before; null: none. Sizes grow by a factor of four. */
export function sizeOfBadGrowth(run: (size: number) => unknown, sizes: readonly number[]): number | null {
  let before = minMs / maxRatio
  for (const size of sizes) {
    const took = processMs(() => run(size))
    if (took > minMs && took / before > maxRatio) return size
    before = Math.max(took, minMs / maxRatio)
  }
  return null
}
