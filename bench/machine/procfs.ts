/** CPU time and memory of a process and those below it, on Linux. It reads /proc and changes nothing. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Returns the user and system time of all threads since the process started. It uses the scheduler's count, which is
 * exact; the one in `stat` has steps of 10 ms.
 */
export function cpuMicroseconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const nanoseconds = threads.map((thread) => firstNumber(`/proc/${pid}/task/${thread}/schedstat`))
    return nanoseconds.reduce((sum, value) => sum + value, 0) / 1000
  } catch {
    return 0
  }
}

export function residentBytes(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
  return Number(found?.[1] ?? 0) * 1024
}

/**
 * Returns the process's own memory, plus its share of the memory that it shares with others. 0 if the process is gone.
 */
export function proportionalBytes(pid: number): number {
  try {
    const found = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))
    return Number(found?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Returns the process's command line, with a space between arguments. Empty if the process is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

export interface Handles {
  readonly all: number
  readonly sockets: number
}

/** Counts the open file descriptors of a process. */
export function openHandles(pid: number): Handles {
  const links = readdirSync(`/proc/${pid}/fd`).map((name) => linkOf(`/proc/${pid}/fd/${name}`))
  return { all: links.length, sockets: links.filter((link) => link.startsWith('socket:')).length }
}

/** Returns every process below this one, nearest first. Processes that changed their parent are not found. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null
    if (parent !== null) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  const visit = (current: number): void => {
    for (const child of parents.get(current) ?? []) {
      found.push(child)
      visit(child)
    }
  }
  visit(pid)
  return found
}

/**
 * Returns a string that distinguishes a process from a later one with the same pid. Null if the process is gone or only
 * a zombie.
 */
export function startOf(pid: number): string | null {
  const fields = statFields(pid)
  return fields === null || fields[0] === 'Z' ? null : (fields[19] ?? null)
}

function parentOf(pid: number): number | null {
  const fields = statFields(pid)
  return fields === null ? null : Number(fields[1])
}

/** Returns the fields from the state on. The name before them may contain spaces and parentheses. */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** Returns the target of a link. Empty if the link is gone. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function firstNumber(path: string): number {
  return Number.parseInt(readFileSync(path, 'latin1'), 10)
}
