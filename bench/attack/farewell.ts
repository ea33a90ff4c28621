/**
 * Checks whether the engine, after everything that was done to it, exits when asked: by itself, in time, and without
 * leaving anything behind.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from '#bench/attack/target'
import { descendants, startOf } from '#bench/machine/procfs'

const deadlineMs = 15_000
const pauseMs = 50

export interface Farewell {
  readonly tookMs: number
  readonly failures: readonly string[]
}

export async function endEngine(target: Target): Promise<Farewell> {
  const { process: running } = target.started
  if (startOf(running.pid) === null) return { tookMs: 0, failures: ['the engine is dead'] }
  const below = descendants(running.pid).map((pid) => ({ pid, start: startOf(pid) }))
  const left = (): number[] => [
    ...new Set([
      ...below.filter(({ pid, start }) => start !== null && startOf(pid) === start).map(({ pid }) => pid),
      ...processesWith(target.mark),
    ]),
  ]
  const startedAt = performance.now()
  process.kill(running.pid, 'SIGTERM')
  const waited = (): boolean => performance.now() - startedAt > deadlineMs
  while (startOf(running.pid) !== null && !waited()) await delay(pauseMs)
  const tookMs = performance.now() - startedAt
  const failures: string[] = []
  if (startOf(running.pid) !== null)
    failures.push(`the engine had not exited ${deadlineMs / 1000} s after the request to stop`)
  else {
    const code = await running.exited
    if (code !== 0) failures.push(`the engine exited with ${code ?? 'a signal'}`)
    while (left().length > 0 && !waited()) await delay(pauseMs)
    if (left().length > 0) failures.push(`${left().length} processes that the engine started are left`)
  }
  for (const pid of left()) process.kill(pid, 'SIGKILL')
  return { tookMs, failures }
}

/** Finds processes by the mark in their command line, even if they left their parents. */
function processesWith(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && startOf(Number(name)) !== null && commandLine(name).includes(mark))
    .map(Number)
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
