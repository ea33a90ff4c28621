/**
 * The mark: an environment variable that every descendant of a launch inherits, even one that left its process group.
 * It says which engine started the process, and cannot be changed later through a file.
 */
import type { ProcessIdentity } from '#engine/connections/processes/processTable'

export const markName = 'SWITCHBOARD_RUN'

export interface Mark {
  readonly run: string
  readonly launch: number
  readonly engine: ProcessIdentity
}

export function markText({ run, launch, engine }: Mark): string {
  return [run, launch, engine.pid, engine.startedAt].join(':')
}

/** Returns null if the string is not a valid mark. */
export function readMark(text: string | null): Mark | null {
  const [run = '', launch, pid, startedAt, ...more] = text?.split(':') ?? []
  const mark = { run, launch: Number(launch), engine: { pid: Number(pid), startedAt: Number(startedAt) } }
  const isWhole = more.length === 0 && [launch, pid, startedAt].every((part) => part !== undefined && part !== '')
  return isWhole && run !== '' && Number.isInteger(mark.launch) && Number.isInteger(mark.engine.pid) ? mark : null
}

/** Finds the mark in an environment as the kernel returns it: entries that each end with NUL. */
export function markInEnvironment(environment: string): string | null {
  const prefix = `${markName}=`
  const entry = environment.split('\0').find((candidate) => candidate.startsWith(prefix))
  return entry?.slice(prefix.length) ?? null
}
