/** Processes on macOS, read with `ps`. Written from the manual, not yet run on a real Mac. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { markName } from '#engine/connections/processes/mark'
import type { ProcessIdentity, ProcessRow } from '#engine/connections/processes/processTable'
import type { ProcessSystem } from '#engine/connections/processes/platforms/processSystem'

const run = promisify(execFile)
const columns = 'pid=,ppid=,pgid=,stat=,lstart=,command='

export function createDarwinSystem(): ProcessSystem {
  let marks: ReadonlyMap<number, string> = new Map()

  const list = async (selection: readonly string[]): Promise<readonly ListedProcess[]> => {
    const { stdout } = await run('/bin/ps', [...selection, '-E', '-ww', '-o', columns], {
      env: { LC_ALL: 'C' },
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout.split('\n').flatMap((line) => parsePsLine(line) ?? [])
  }

  return {
    boot: '',
    showsMarks: true,
    snapshot: async () => {
      const listed = await list(['-ax'])
      marks = new Map(listed.flatMap(({ row, mark }) => (mark === null ? [] : [[row.pid, mark]])))
      return listed.map(({ row }) => row)
    },
    // `ps` exits with 1 if it finds nothing.
    identify: async (pid) => (await list(['-p', String(pid)]).catch(() => []))[0]?.row ?? null,
    mayRun: ({ pid }) => sendSignal(pid, 0),
    markOf: (pid) => marks.get(pid) ?? null,
    signal: ({ pid }: ProcessIdentity, signal) => void sendSignal(pid, signal),
  }
}

export interface ListedProcess {
  readonly row: ProcessRow
  readonly mark: string | null
}

const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s?(.*)$/
const markPattern = new RegExp(`(?:^|\\s)${markName}=(\\S+)`)

/** Reads one line of `ps`, whose last column is the command, followed by the environment. Null for a zombie. */
export function parsePsLine(line: string): ListedProcess | null {
  const [, pid, parent, group, state, started, command] = psLine.exec(line) ?? []
  if (pid === undefined || state === undefined || started === undefined || state.startsWith('Z')) return null
  const row = {
    pid: Number(pid),
    startedAt: Date.parse(started),
    parent: Number(parent),
    group: Number(group),
    // `ps` shows no usable session on macOS, so the group is used instead.
    session: Number(group),
  }
  return { row, mark: markPattern.exec(command ?? '')?.[1] ?? null }
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
