/**
 * Starts processes so that none can outlive the engine. Each process is in its own group, marked by an environment
 * variable that its descendants inherit, listed in the ledger, and watched by the reaper.
 */
import type { Readable, Writable } from 'node:stream'

export interface ProcessKeeper {
  /** Rejects with `COMMAND_FAILED` if the command cannot be started. */
  spawn(spec: ProcessSpec): Promise<KeptProcess>
  /** Ends all running processes, then the reaper. Idempotent. */
  close(): Promise<void>
}

export interface ProcessSpec {
  /** Identifies the process in the ledger and the log. */
  readonly label: string
  /** A path, or a name to look up on the `PATH` of `env`, or if that is missing, on the engine's. */
  readonly command: string
  readonly args: readonly string[]
  /** The process's whole environment, except for the mark. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string | undefined
}

export interface KeptProcess {
  readonly pid: number
  readonly stdin: Writable
  /** Read both outputs from the start: output that is unread when the process exits is lost. */
  readonly stdout: Readable
  readonly stderr: Readable
  /** Resolves as soon as the process itself is gone, even if descendants still have its pipes open. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /**
   * Closes stdin, then sends SIGTERM and SIGKILL to the whole process tree. Resolves when nothing of the tree is
   * left. If the process exited by itself, its descendants are ended without closing stdin first.
   */
  end(): Promise<void>
}
