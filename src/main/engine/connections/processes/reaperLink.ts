/**
 * The engine's end of the pipe to its reaper. A reaper that dies while the engine lives is replaced.
 * Where there is a shell, that waits: it is small and there at once. It becomes the reaper when the pipe ends
 * without a farewell.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { parse } from 'node:path'
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

/** Ignored signals stay so in what the shell becomes. */
const waitingScript = 'trap "" TERM INT HUP; read -r farewell || exec "$@"'

export function startReaper({ reaper, ledgerFile, clock, log }: ReaperLinkOptions): ReaperLink {
  let child: ChildProcess | null = null
  let retry: Timer | null = null
  let failures = 0
  let over = false

  const start = (): void => {
    const startedAt = clock.now()
    const [command, args] = waiting(reaper.command, [...reaper.args, ledgerFile])
    const started = spawn(command, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
      env: { ...systemVariables(), ...reaper.env },
      cwd: parse(ledgerFile).root,
    })
    child = started
    started.stdin.on('error', () => {})

    const lost = (fields: Readonly<Record<string, unknown>>): void => {
      if (over || child !== started) return
      child = null
      failures = clock.now() - startedAt < steadyMs ? failures + 1 : 0
      const delayMs = Math.min(firstDelayMs * 2 ** failures, longestDelayMs)
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

function waiting(command: string, args: readonly string[]): [string, readonly string[]] {
  if (process.platform === 'win32') return [command, args]
  return ['/bin/sh', ['-c', waitingScript, 'switchboard-reaper', command, ...args]]
}

/** Without these no program starts on Windows. */
function systemVariables(): Record<string, string> {
  const names = process.platform === 'win32' ? ['SystemRoot', 'windir', 'PATH'] : []
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
