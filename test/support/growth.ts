/**
 * Measures how time grows with the input's length. It does not use wall-clock time. It compares this process's CPU time
 * for two sizes, with a limit far from both linear (4 times) and quadratic growth (16 times).
 */

const repeats = 3
/** A shorter measurement is too imprecise to compare. */
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

/**
 * The first size that took far more time than the previous size explains. Null if there is none. Sizes grow by a factor
 * of four.
 */
export function sizeOfBadGrowth(run: (size: number) => unknown, sizes: readonly number[]): number | null {
  let before = minMs / maxRatio
  for (const size of sizes) {
    const took = processMs(() => run(size))
    if (took > minMs && took / before > maxRatio) return size
    before = Math.max(took, minMs / maxRatio)
  }
  return null
}
