/** Starts engine processes for a test, and ends everything that the test leaves of them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { markedProcesses, reapersOf } from '#test/support/processList'

export interface EngineProcess {
  readonly pid: number
  readonly child: ChildProcess
  /** The mark in the environment of all the engine's servers and their descendants. */
  readonly mark: string
  /** The pids of the servers themselves, without their descendants. */
  readonly servers: readonly number[]
  kill(): Promise<void>
  closeCleanly(): Promise<void>
}

export interface Installed {
  /** The Node that runs the engine. */
  readonly node: string
  /** The built reaper. */
  readonly reaper: string
}

export async function startEngine(
  dataFolder: string,
  servers: readonly string[],
  installed?: Installed,
): Promise<EngineProcess> {
  const mark = randomUUID()
  const file = resolve(import.meta.dirname, 'engineProcess.ts')
  const child = spawn(installed?.node ?? process.execPath, [file, dataFolder, mark, ...servers], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...(installed && { TEST_NODE: process.execPath, TEST_REAPER: installed.reaper }) },
  })
  const exited = once(child, 'exit')
  const pid = child.pid ?? 0
  onTestFinished(async () => {
    const leftovers = [...reapersOf(pid), pid, ...markedProcesses(mark)]
    for (const leftover of leftovers) endNow(leftover)
    await exited
  })

  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<Record<string, unknown>> => {
    const { value } = await lines.next()
    if (typeof value !== 'string') throw new Error('the engine process exited early')
    return JSON.parse(value) as Record<string, unknown>
  }

  const { started } = await nextLine()
  return {
    pid,
    child,
    mark,
    servers: started as number[],
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    closeCleanly: async () => {
      child.stdin.end()
      await nextLine()
      await exited
    },
  }
}

export function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}
