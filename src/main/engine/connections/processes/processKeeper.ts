/**
 * Starts processes so that none can outlive the engine: each in a group of its own, marked by an environment
 * variable that its descendants inherit, written in the ledger, and watched over by the reaper.
 */
import type { Readable, Writable } from 'node:stream'

export interface ProcessKeeper {
  /** Rejects with `COMMAND_FAILED` when the command cannot be started. */
  spawn(spec: ProcessSpec): Promise<KeptProcess>
  /** Ends whatever still runs, then the reaper. Idempotent. */
  close(): Promise<void>
}

export interface ProcessSpec {
  /** Whose process it is, for the ledger and the log. */
  readonly label: string
  /** A path, or a name that is looked for on the `PATH` of `env`, or else on the engine's. */
  readonly command: string
  readonly args: readonly string[]
  /** The whole environment of the process, but for the mark. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string | undefined
}

export interface KeptProcess {
  readonly pid: number
  readonly stdin: Writable
  /** Both outputs are to be read from the start: what nobody reads is thrown away at the exit. */
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles as soon as the process itself is gone, also while descendants still hold its pipes. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /**
   * stdin end, then SIGTERM, then SIGKILL to the whole tree. Resolves when none of the tree is left.
   * What a process leaves when it exits by itself is ended without being asked; then this waits for that.
   */
  end(): Promise<void>
}
