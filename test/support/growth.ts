/**
 * Measures how a function's time grows with the length of its input. It uses this process's CPU time, not wall-clock
 * time. Each size is four times the previous one, so the limit of 9 is far from both linear (4 times) and quadratic
 * growth (16 times).
 */

const repeats = 3
/** The shortest measurement that is precise enough to be compared. */
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
 * Returns the first size at which the time grew far more than linearly. Null if there is none. Each size must be four
 * times the previous one.
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
