/** What the operating system reports about processes, and how to end one. Each platform has an implementation. */
import type { ProcessIdentity, ProcessRow } from '#engine/connections/processes/processTable'

export interface ProcessSystem {
  /**
   * Identifies the boot, on platforms whose start times repeat after a reboot. Empty if start times alone are enough.
   */
  readonly boot: string
  /** Whether `markOf` works on this platform. */
  readonly showsMarks: boolean
  /** All running processes, without zombies. */
  snapshot(): Promise<readonly ProcessRow[]>
  /** Returns null if no such process is running. */
  identify(pid: number): Promise<ProcessIdentity | null>
  /**
   * A cheap check. It may be true for an unrelated process with the same pid, so use it for waiting, not for
   * decisions.
   */
  mayRun(identity: ProcessIdentity): boolean
  /** The mark that the process inherited, if the platform shows it. */
  markOf(pid: number): string | null
  /** Does nothing if the process is gone, or if its pid belongs to another process by now. */
  signal(identity: ProcessIdentity, signal: 'SIGTERM' | 'SIGKILL'): void
}
