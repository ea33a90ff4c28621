/**
 * Sets the cores that processes may use. With one call in flight, only one process runs at a time, and its latency
 * doubles at random if the scheduler wakes it on another core. So such phases run on one core. Linux only, with
 * `taskset`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const canPin = process.platform === 'linux' && spawnSync('taskset', ['--version']).status === 0

export function useOneCore(pids: readonly number[]): void {
  const last = /(\d+)$/.exec(allowedCores())?.[1]
  if (last !== undefined) setCores(pids, last)
}

/** Lets the processes use as many cores as this one may. */
export function useAllCores(pids: readonly number[]): void {
  setCores(pids, allowedCores())
}

function setCores(pids: readonly number[], cores: string): void {
  if (!canPin) return
  for (const pid of pids) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)])
}

function allowedCores(): string {
  return canPin ? (/^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? '0') : '0'
}
