/**
 * How the time of something grows with the length of what it reads. No clock on the wall decides: the shares of two sizes
 * are compared, in time of this process alone, and far from the edge between linear (4 times) and quadratic (16 times).
 */

const repeats = 3
/** Below it, a measurement says nothing. */
const leastMs = 25
const mostRatio = 9

function processMs(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < repeats; count += 1) {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
    if (least < leastMs) return least
  }
  return least
}

/** The first size at which it took far more than in proportion to the size before; null: none. Sizes grow by four times. */
export function sizeOfBadGrowth(run: (size: number) => unknown, sizes: readonly number[]): number | null {
  let before = leastMs / mostRatio
  for (const size of sizes) {
    const took = processMs(() => run(size))
    if (took > leastMs && took / before > mostRatio) return size
    before = Math.max(took, leastMs / mostRatio)
  }
  return null
}
