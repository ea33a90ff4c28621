/**
 * The engine's end of the pipe to the reaper. A reaper that dies while the engine lives is replaced. On systems with a
 * shell, a shell waits on the pipe, because it is small and starts immediately. If the pipe ends without a farewell,
 * the shell runs the reaper. Node and the app may have been replaced or removed by then, so the shell holds the
 * reaper's text and an open descriptor of the program that runs it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { parse } from 'node:path'
import { backoff } from '#contract/backoff'
import { farewell } from '#engine/connections/processes/farewell'
import type { Clock, Log, Paths, Timer } from '#engine/ports'

export interface ReaperLink {
  /** The reaper's pid; null while the reaper is being replaced. */
  readonly pid: number | null
  /** Ends the reaper, because nothing is left to watch. Resolves when the reaper has exited. */
  dismiss(): Promise<void>
  /** Leaves the reaper running, and no longer keeps this process alive for it. */
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
const maxDelayMs = 30_000
const dismissGraceMs = 2000

const programVariable = 'SWITCHBOARD_REAPER'
const ledgerVariable = 'SWITCHBOARD_REAPER_LEDGER'

/** The program as it was opened for the shell, even if its path leads to another file by now. Linux only. */
const openedProgram = '/proc/self/fd/3'

/**
 * The shell's script. It ignores the signals TERM, INT and HUP, also for its child processes. If the pipe ends without
 * a farewell, it tries each available Node until one has done the reaper's work. If none can, the next engine does that
 * work.
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
      const delayMs = backoff(firstDelayMs, failures + 1, 0.5, maxDelayMs)
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

/**
 * Opens the command. If the command is the program that this process runs, opens the running file itself, even if
 * another file has its path by now.
 */
function openProgram(command: string): number | null {
  try {
    return openSync(command === process.execPath ? '/proc/self/exe' : command, 'r')
  } catch {
    return null
  }
}

/** On Windows, no program starts without the first two. With the PATH, the shell can find another Node. */
function systemVariables(): Record<string, string> {
  const names = ['SystemRoot', 'windir', 'PATH']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
