/**
 * The engine's end of the pipe to its reaper. A reaper that dies while the engine lives is replaced.
 * Where there is a shell, that waits: it is small and there at once. It runs the reaper when the pipe ends without a
 * farewell. Node and the app may have been replaced or removed by then, so the shell keeps the text of the reaper and an open
 * descriptor of the program that will run it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { parse } from 'node:path'
import { backoff } from '#contract/text/backoff'
import { farewell } from '#engine/connections/processes/farewell'
import type { Clock, Log, Paths, Timer } from '#engine/ports'

export interface ReaperLink {
  /** Null while it is being replaced. */
  readonly pid: number | null
  /** Nothing is left to watch over: resolves when the reaper has gone. */
  dismiss(): Promise<void>
  /** Leaves the reaper to its work and no longer keeps this process alive for it. */
  release(): void
}

export interface ReaperLinkOptions {
  readonly reaper: Paths['reaper']
  readonly ledgerFile: string
  readonly clock: Clock
  readonly log: Log
}

const steadyMs = 10_000
const firstDelayMs = 100
const longestDelayMs = 30_000
const dismissGraceMs = 2000

const programVariable = 'SWITCHBOARD_REAPER'
const ledgerVariable = 'SWITCHBOARD_REAPER_LEDGER'

/** Where a shell finds what was opened for it, however its path changed since. Linux alone has it. */
const openedProgram = '/proc/self/fd/3'

/**
 * Ignored signals stay so in what it starts. Each Node that may be there is tried until one has done the work; what they
 * leave, the next engine ends.
 */
const waitingScript = `
trap "" TERM INT HUP
read -r farewell && exit
for node in "$@"; do "$node" -e "$${programVariable}" "$${ledgerVariable}" && exit; done`

export function startReaper({ reaper, ledgerFile, clock, log }: ReaperLinkOptions): ReaperLink {
  const program = reaper.program()
  let child: ChildProcess | null = null
  let retry: Timer | null = null
  let failures = 0
  let over = false

  const start = (): void => {
    const startedAt = clock.elapsed()
    const started = spawnWaiting(reaper.command, program, ledgerFile, { ...systemVariables(), ...reaper.env })
    child = started
    started.stdin?.on('error', () => {})

    const lost = (fields: Readonly<Record<string, unknown>>): void => {
      if (over || child !== started) return
      child = null
      failures = clock.elapsed() - startedAt < steadyMs ? failures + 1 : 0
      const delayMs = backoff(firstDelayMs, failures + 1, 0.5, longestDelayMs)
      log.warn({ ...fields, delayMs }, 'the reaper is gone; starting another')
      retry = clock.after(delayMs, start)
    }
    started.once('error', (error) => lost({ error }))
    started.once('exit', (code, signal) => lost({ code, signal }))
  }

  start()
  return {
    get pid() {
      return child?.pid ?? null
    },
    dismiss: async () => {
      over = true
      retry?.cancel()
      if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.stdin?.end(farewell)
      const hurry = clock.after(dismissGraceMs, () => child?.kill('SIGKILL'))
      await gone
      hurry.cancel()
    },
    release: () => {
      over = true
      retry?.cancel()
      child?.unref()
    },
  }
}

function spawnWaiting(command: string, program: string, ledgerFile: string, env: Record<string, string>): ChildProcess {
  const options = { detached: true, windowsHide: true, cwd: parse(ledgerFile).root }
  if (process.platform === 'win32')
    return spawn(command, ['-e', program, ledgerFile], { ...options, stdio: ['pipe', 'ignore', 'ignore'], env })
  const opened = openProgram(command)
  try {
    const args = ['-c', waitingScript, 'switchboard-reaper', openedProgram, command, 'node']
    return spawn('/bin/sh', args, {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore', opened ?? 'ignore'],
      env: { ...env, [programVariable]: program, [ledgerVariable]: ledgerFile },
    })
  } finally {
    if (opened !== null) closeSync(opened)
  }
}

/** Where it is what this process runs in, that very program, also when another file has its name by now. */
function openProgram(command: string): number | null {
  try {
    return openSync(command === process.execPath ? '/proc/self/exe' : command, 'r')
  } catch {
    return null
  }
}

/** Without the first two no program starts on Windows; with the PATH, a shell finds another Node. */
function systemVariables(): Record<string, string> {
  const names = ['SystemRoot', 'windir', 'PATH']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
