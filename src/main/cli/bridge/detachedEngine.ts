/** Starts an engine that outlives the process that started it. The engine exits by itself when idle. */
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import type { StartedEngine } from '#main/cli/bridge/joinEngine'

export interface DetachedEngine {
  /** The path of the built command. */
  readonly commandFile: string
  readonly dataFolder: string
  readonly idleSeconds: number | null
  readonly environment: Readonly<Record<string, string | undefined>>
}

const maxFailureLength = 2_000

export function startDetachedEngine({
  commandFile,
  dataFolder,
  idleSeconds,
  environment,
}: DetachedEngine): StartedEngine {
  const idleExit = idleSeconds === null ? '--idle-exit' : `--idle-exit=${idleSeconds}`
  const child = spawn(process.execPath, [commandFile, 'serve', idleExit, '--data', dataFolder], {
    // The client's current folder could not be removed while an engine is running in it.
    cwd: homedir(),
    env: environment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  })
  let said = ''
  let ended: StartedEngine['ended'] = null
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-maxFailureLength)))
  child.once('error', (error) => (ended = { failure: error.message }))
  child.once('close', (code, signal) => {
    const failure = said.trim().replace(/^error: /, '') || `it ended with ${signal ?? `exit code ${code}`}`
    ended = { failure: code === 0 ? null : failure }
  })
  return {
    get ended() {
      return ended
    },
    release() {
      child.stderr.destroy()
      child.unref()
    },
  }
}
