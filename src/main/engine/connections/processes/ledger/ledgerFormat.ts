/** The lines of a ledger. A line that was cut short by a crash, or that makes no sense, is skipped. Pure. */
import { isObject, fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { ProcessIdentity } from '#engine/connections/processes/processTable'

export interface RunHeader {
  readonly run: string
  /** The boot during which the start times are valid. */
  readonly boot: string
  readonly engine: ProcessIdentity
  /** Path of the control group that contains the launches' groups; null if there is none. */
  readonly group?: string | null
}

export interface Launched extends ProcessIdentity {
  readonly launch: number
  readonly label: string
}

export interface LedgerContent {
  /** The run's header; null if none can be read. */
  readonly header: RunHeader | null
  /** Launches that have not ended, and whose processes may therefore still be running. */
  readonly running: readonly Launched[]
}

export function formatHeader(header: RunHeader): string {
  return `${JSON.stringify(header)}\n`
}

export function formatLaunch(launch: Launched): string {
  return `${JSON.stringify(launch)}\n`
}

export function formatEnd(launch: number): string {
  return `${JSON.stringify({ ended: launch })}\n`
}

export function parseLedger(text: string): LedgerContent {
  let header: RunHeader | null = null
  const running = new Map<number, Launched>()
  for (const line of text.split('\n')) {
    const entry = parseLine(line)
    if (isHeader(entry)) header ??= entry
    else if (isLaunched(entry)) running.set(entry.launch, entry)
    else if (typeof entry['ended'] === 'number') running.delete(entry['ended'])
  }
  return { header, running: [...running.values()] }
}

type Entry = Readonly<Record<string, unknown>>

function parseLine(line: string): Entry {
  try {
    const value: unknown = JSON.parse(line)
    return fieldsOf(value)
  } catch {
    return {}
  }
}

function isHeader(entry: Entry): entry is Entry & RunHeader {
  return typeof entry['run'] === 'string' && typeof entry['boot'] === 'string' && isIdentity(entry['engine'])
}

function isLaunched(entry: Entry): entry is Entry & Launched {
  return typeof entry['launch'] === 'number' && typeof entry['label'] === 'string' && isIdentity(entry)
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return isObject(value) && isPid(value['pid']) && Number.isFinite(value['startedAt'])
}

function isPid(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 1
}
