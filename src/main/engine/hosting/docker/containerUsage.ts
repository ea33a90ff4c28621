/** Computes a container's usage from Docker's counters. */

export interface StatsSample {
  readonly cpuNanoseconds: number
  readonly atMs: number
}

/** CPU use between two samples, in percent of one core. */
export function cpuPercent(before: StatsSample, now: StatsSample): number {
  const elapsedNanoseconds = (now.atMs - before.atMs) * 1e6
  if (elapsedNanoseconds <= 0) return 0
  return Math.max(0, ((now.cpuNanoseconds - before.cpuNanoseconds) / elapsedNanoseconds) * 100)
}

export interface MemoryCount {
  readonly usage?: number
  readonly stats?: { readonly inactive_file?: number; readonly total_inactive_file?: number }
}

/** Memory use without file caches that the kernel can drop. */
export function memoryBytes({ usage = 0, stats }: MemoryCount): number {
  const idle = stats?.total_inactive_file ?? stats?.inactive_file ?? 0
  return idle < usage ? usage - idle : usage
}
