/**
 * Pure: whether a process was started by the run whose ledger names it. A ledger is a file: it may be forged, or copied
 * from another machine. So the process itself must show the evidence.
 */
import { type Mark, readMark } from '#engine/connections/processes/mark'
import type { Launched } from '#engine/connections/processes/ledger/ledgerFormat'
import type { ProcessIdentity, ProcessRow } from '#engine/connections/processes/processTable'

export interface Claim {
  readonly run: string
  readonly engine: ProcessIdentity
  /** True for the engine's own reaper, seconds after its end; false for the next engine, which found a file. */
  readonly fresh: boolean
}

export interface Evidence {
  readonly rows: readonly ProcessRow[]
  /** Whether this platform shows the marks of processes. */
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
  // A process that discarded its environment at once still leads the session it was started in.
  return claim.fresh && row.session === row.pid && row.group === row.pid
}

/** `fresh`: the engine is known to have ended. Otherwise a ledger could name the run of a live engine. */
export function isMarkOf(
  mark: Mark | null,
  { run, fresh }: Pick<Claim, 'run' | 'fresh'>,
  { mayRun }: Pick<Evidence, 'mayRun'>,
): boolean {
  return mark !== null && mark.run === run && (fresh || !mayRun(mark.engine))
}

/**
 * For platforms where children keep the pid of a parent that ended: it is this engine's child if no older process has
 * that pid now.
 */
function isOrphanOf(engine: ProcessIdentity, row: ProcessRow, rows: readonly ProcessRow[]): boolean {
  const parent = rows.find(({ pid }) => pid === engine.pid)
  return row.parent === engine.pid && (parent === undefined || parent.startedAt > row.startedAt)
}
