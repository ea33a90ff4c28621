/** What the operating system reports about processes, and how to end one; one implementation per platform. */
import type { ProcessIdentity, ProcessRow } from '#engine/connections/processes/processTable'

export interface ProcessSystem {
  /** Differs between boots, on platforms whose start times do not; empty if start times alone are enough. */
  readonly boot: string
  /** Whether `markOf` works on this platform. */
  readonly showsMarks: boolean
  /** All running processes; one that has ended and was not yet collected is not running. */
  snapshot(): Promise<readonly ProcessRow[]>
  /** Null if no such process is running. */
  identify(pid: number): Promise<ProcessIdentity | null>
  /** Cheap, and may be true for an unrelated process with a recycled pid: for waiting, not for deciding. */
  mayRun(identity: ProcessIdentity): boolean
  /** The mark that the process inherited, if the platform shows it. */
  markOf(pid: number): string | null
  /** Does nothing if the process is gone, or its pid belongs to another one by now. */
  signal(identity: ProcessIdentity, signal: 'SIGTERM' | 'SIGKILL'): void
}
