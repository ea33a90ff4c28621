/** Another engine on a prepared folder. The attack targets its start, or the way in which clients reach it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Target } from '#bench/attack/target'
import { startDeadlineMs } from '#bench/gateways/gateway'
import { builtFolder } from '#bench/gateways/switchboard'
import type { RunningProcess } from '#bench/machine/workspace'

export interface OwnEngineOptions {
  readonly folder: string
  readonly dataFolder?: string
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stderr?: string
}

export interface CommandOutcome {
  readonly code: number | null
  readonly text: string
}

const commandFile = join(builtFolder, 'main', 'cli.js')
const commandDeadlineMs = 4000
export const ownToken = 'token-of-the-attack-0123456789'

export function dataFolderIn(folder: string): string {
  return join(folder, 'data')
}

/** Starts the engine and does not wait for it. */
export function launchOwn({ workspace }: Target, options: OwnEngineOptions): RunningProcess {
  const { folder, dataFolder = dataFolderIn(folder), words = ['--json'], env, stderr } = options
  return workspace.start({
    args: [commandFile, 'serve', '--port', '0', '--data', dataFolder, ...words],
    folder,
    env: { SWITCHBOARD_TOKEN: ownToken, SWITCHBOARD_VAULT_KEY: 'key-of-the-attack', ...env },
    ...(stderr !== undefined && { stderr }),
  })
}

/** Plays while the engine is running, and resolves once it has exited. Rejects if the engine does not start. */
export async function withOwnEngine(
  target: Target,
  options: OwnEngineOptions,
  play: (engine: { readonly url: string; readonly process: RunningProcess }) => Promise<void>,
): Promise<void> {
  const running = launchOwn(target, options)
  try {
    const line = await running.waitForLine(/^(\{.*"ready":true.*\})\s*$/, startDeadlineMs)
    const { url } = JSON.parse(line) as { url: string }
    await play({ url, process: running })
  } finally {
    await running.end()
  }
}

/** Runs the `switchboard` command as a user would, with `input` on stdin. Resolves when the command has exited. */
export function runCommand(options: OwnEngineOptions, input: string): Promise<CommandOutcome> {
  const { folder, dataFolder = dataFolderIn(folder), words = [], env } = options
  const child = spawn(process.execPath, [commandFile, ...words, '--data', dataFolder], {
    cwd: folder,
    timeout: commandDeadlineMs,
    killSignal: 'SIGKILL',
    env: { PATH: process.env['PATH'], HOME: folder, SWITCHBOARD_VAULT_KEY: 'key-of-the-attack', ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, text }))
  })
}
