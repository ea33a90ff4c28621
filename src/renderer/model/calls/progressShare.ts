interface Progress {
  readonly progress: number
  readonly total: number | null
}

/** The progress of a call, from zero to one. Null if unknown. Pure. */
export function progressShare(progress: Progress | null): number | null {
  if (progress === null || progress.total === null || progress.total <= 0) return null
  return Math.min(1, Math.max(0, progress.progress / progress.total))
}
