/**
 * Decides whether a process was really started by the run whose ledger names it. A ledger is a file: it may be
 * forged, or copied from another machine. The evidence must therefore come from the process itself. Pure.
 */
import { type Mark, readMark } from '#engine/connections/processes/mark'
import type { Launched } from '#engine/connections/processes/ledger/ledgerFormat'
import type { ProcessIdentity, ProcessRow } from '#engine/connections/processes/processTable'

export interface Claim {
  readonly run: string
  readonly engine: ProcessIdentity
  /**
   * Whether the engine has only just exited: true for its own reaper, false for the next engine, which merely finds the
   * file.
   */
  readonly fresh: boolean
}

export interface Evidence {
  readonly rows: readonly ProcessRow[]
  /** Whether processes' marks can be read on this platform. */
  readonly showsMarks: boolean
  markOf(pid: number): string | null
  mayRun(identity: ProcessIdentity): boolean
}

export function isProven(launched: Launched, claim: Claim, evidence: Evidence): boolean {
  const row = evidence.rows.find(({ pid }) => pid === launched.pid)
  if (row === undefined || row.startedAt !== launched.startedAt || row.startedAt < claim.engine.startedAt) return false
  if (!evidence.showsMarks) return isOrphanOf(claim.engine, row, evidence.rows)
  const text = evidence.markOf(row.pid)
  if (text !== null) return isMarkOf(readMark(text), claim, evidence) && readMark(text)?.launch === launched.launch
  // A process that discarded its environment immediately still leads the session in which it was started.
  return claim.fresh && row.session === row.pid && row.group === row.pid
}

/**
 * `fresh`: whether the engine is known to have exited. If not, that is checked, because a ledger may name the run of a
 * live engine.
 */
export function isMarkOf(
  mark: Mark | null,
  { run, fresh }: Pick<Claim, 'run' | 'fresh'>,
  { mayRun }: Pick<Evidence, 'mayRun'>,
): boolean {
  return mark !== null && mark.run === run && (fresh || !mayRun(mark.engine))
}

/**
 * For platforms on which children keep the pid of a parent that has exited. The process is this engine's child, unless
 * an older process has that pid now.
 */
function isOrphanOf(engine: ProcessIdentity, row: ProcessRow, rows: readonly ProcessRow[]): boolean {
  const parent = rows.find(({ pid }) => pid === engine.pid)
  return row.parent === engine.pid && (parent === undefined || parent.startedAt > row.startedAt)
}
