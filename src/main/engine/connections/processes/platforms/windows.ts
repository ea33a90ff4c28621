/** Processes on Windows. Written from the documentation, not yet run on a real Windows machine. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ProcessRow } from '#engine/connections/processes/processTable'
import type { ProcessSystem } from '#engine/connections/processes/platforms/processSystem'

const run = promisify(execFile)

export function createWindowsSystem(): ProcessSystem {
  const list = async (filter: string): Promise<readonly ProcessRow[]> => {
    const query = [
      `Get-CimInstance Win32_Process ${filter}`,
      "ForEach-Object { '{0} {1} {2}' -f $_.ProcessId, $_.ParentProcessId, $_.CreationDate.ToFileTimeUtc() }",
    ].join(' | ')
    const { stdout } = await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', query], {
      windowsHide: true,
      maxBuffer: 16 * 1024 * 1024,
    })
    return stdout.split('\n').flatMap((line) => parseProcessLine(line) ?? [])
  }

  return {
    boot: '',
    showsMarks: false,
    snapshot: () => list(''),
    identify: async (pid) => (await list(`-Filter 'ProcessId=${pid}'`))[0] ?? null,
    mayRun: ({ pid }) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    },
    markOf: () => null,
    signal: ({ pid }, signal) => {
      // Windows has no such signal: a console process can only be asked by closing its stdin.
      if (signal === 'SIGTERM') return
      execFile('taskkill.exe', ['/PID', String(pid), '/T', '/F'], { windowsHide: true }, () => {})
    },
  }
}

/**
 * Reads a line `pid parent started`. On Windows, children keep the pid of a parent that has exited, so nothing is
 * reparented.
 */
export function parseProcessLine(line: string): ProcessRow | null {
  const [, pid, parent, started] = /^(\d+) (\d+) (\d+)\s*$/.exec(line) ?? []
  if (pid === undefined) return null
  // File times count units of 100 ns. Such counts are too large for a number to represent exactly.
  const startedAt = Number(BigInt(started ?? 0) / 10_000n)
  return { pid: Number(pid), startedAt, parent: Number(parent), group: Number(pid), session: Number(pid) }
}
