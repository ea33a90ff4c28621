/** Runs a module of this folder in its own process, on a data folder. The process is ended with the test. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export function startRecording(module: string, dataFolder: string) {
  const file = join(import.meta.dirname, module)
  const child = spawn(process.execPath, [file, dataFolder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  return { pid: child.pid, input: child.stdin, lines: createInterface({ input: child.stdout }), exited, kill }
}
