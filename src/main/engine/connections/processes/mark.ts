/** The mark: an environment variable that every descendant of a launch inherits, also one that left its group. */

export const markName = 'SWITCHBOARD_RUN'

export function markValue(runId: string, launch: number): string {
  return `${runId}:${launch}`
}

export function isMarkOfRun(mark: string | null, runId: string): boolean {
  return mark?.startsWith(`${runId}:`) ?? false
}

/** The mark in an environment as the kernel hands it out: entries that end with NUL. */
export function markInEnvironment(environment: string): string | null {
  const prefix = `${markName}=`
  const entry = environment.split('\0').find((candidate) => candidate.startsWith(prefix))
  return entry?.slice(prefix.length) ?? null
}
