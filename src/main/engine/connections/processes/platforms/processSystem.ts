/** What the operating system says about processes, and how one is ended; one implementation per platform. */
import type { ProcessIdentity, ProcessRow } from '#engine/connections/processes/processTable'

export interface ProcessSystem {
  /** Differs after each boot where start times do not; empty where start times alone are enough. */
  readonly boot: string
  /** Whether `markOf` can tell anything here. */
  readonly showsMarks: boolean
  /** All processes that run; one that has ended and was not collected yet does not run. */
  snapshot(): Promise<readonly ProcessRow[]>
  /** Null when no such process runs. */
  identify(pid: number): Promise<ProcessIdentity | null>
  /** Cheap, and may say true of a stranger under a recycled pid; for waiting, not for deciding. */
  mayRun(identity: ProcessIdentity): boolean
  /** The mark that the process inherited, where the platform shows it. */
  markOf(pid: number): string | null
  /** Does nothing when it is gone, or when its pid belongs to another by now. */
  signal(identity: ProcessIdentity, signal: 'SIGTERM' | 'SIGKILL'): void
}
