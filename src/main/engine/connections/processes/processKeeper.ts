/**
 * Starts processes so that none can outlive the engine: each in its own group, marked by an environment variable that
 * its descendants inherit, listed in the ledger, and watched by the reaper.
 */
import type { Readable, Writable } from 'node:stream'

export interface ProcessKeeper {
  /** Rejects with `COMMAND_FAILED` if the command cannot be started. */
  spawn(spec: ProcessSpec): Promise<KeptProcess>
  /** Ends all running processes, then the reaper. Idempotent. */
  close(): Promise<void>
}

export interface ProcessSpec {
  /** Names the process in the ledger and the log. */
  readonly label: string
  /** A path, or a name that is looked up on the `PATH` of `env`, or else on the engine's. */
  readonly command: string
  readonly args: readonly string[]
  /** The whole environment of the process, except the mark. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string | undefined
}

export interface KeptProcess {
  readonly pid: number
  readonly stdin: Writable
  /** Both outputs must be read from the start: unread output is lost at the exit. */
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles as soon as the process itself is gone, even if descendants still have its pipes open. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /**
   * Closes stdin, then SIGTERM, then SIGKILL for the whole tree. Resolves when nothing of the tree is left. If the
   * process exited by itself, what it left is ended without being asked first, and this waits for that.
   */
  end(): Promise<void>
}
