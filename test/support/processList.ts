/** Information about running processes, read from /proc. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Returns the processes whose environment contains `TEST_MARK=mark`. Zombies do not count. */
export function markedProcesses(mark: string): number[] {
  return runningPids().filter((pid) => read(pid, 'environ').split('\0').includes(`TEST_MARK=${mark}`))
}

/** Returns the process id and command line of each process whose environment has this variable. */
export function commandsWith(variable: string): string[] {
  return runningPids()
    .filter((pid) => read(pid, 'environ').split('\0').includes(variable))
    .map((pid) => `${pid} ${read(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 200)}`)
}

export function isRunning(pid: number): boolean {
  return runningPids().includes(pid)
}

/** Returns the processes of an engine's reaper, whether it is still waiting as a shell or already running as Node. */
export function reapersOf(engine: number): number[] {
  return runningPids().filter(
    (pid) => statFields(pid)[1] === String(engine) && /(^|\0)switchboard-reaper/.test(read(pid, 'cmdline')),
  )
}

/**
 * Returns the id of a process's session. It is the process's own id if the process has left the session that started
 * it.
 */
export function sessionOf(pid: number): number {
  return Number(statFields(pid)[3])
}

/** Returns the process's start time, in clock ticks since the boot. */
export function startTimeOf(pid: number): number {
  return Number(statFields(pid)[19])
}

/** Checks repeatedly until `holds` is true. The deadline is part of the requirement. */
export async function eventually(deadlineMs: number, what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + deadlineMs
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await delay(20)
  }
}

function runningPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => /^[^ZX]/.test(statFields(pid)[0] ?? 'Z'))
}

function statFields(pid: number): string[] {
  return read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
