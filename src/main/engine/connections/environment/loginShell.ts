/**
 * Reads the PATH of the person's login shell. An app started from the desktop has a shorter PATH, without the folders
 * that nvm, brew or uv added. The PATH is read once, when first needed. A failure is only logged.
 */
import { messageOf } from '#contract/errors'
import { childEnvironment } from '#engine/connections/environment/childEnvironment'
import { within } from '#engine/structures/waits'
import type { ProcessKeeper } from '#engine/connections/processes/processKeeper'
import type { Clock, Log } from '#engine/ports'

type Environment = Readonly<Record<string, string | undefined>>

export interface LoginShellOptions {
  /** The shell program; null if no shell is to be asked. */
  readonly shell: string | null
  readonly environment: Environment
  readonly keeper: Pick<ProcessKeeper, 'spawn'>
  readonly clock: Clock
  readonly log: Log
}

const answerMs = 3_000
const maxOutputLength = 1024 * 1024
const marker = '__switchboard_path__'

/** The engine's own environment, with the login shell's PATH entries first. */
export function environmentOfLoginShell(options: LoginShellOptions): () => Promise<Environment> {
  const { shell, environment } = options
  let asked: Promise<Environment> | null = null
  if (shell === null) return () => Promise.resolve(environment)
  return () => (asked ??= withPath(environment, askShell(shell, options)))
}

async function withPath(environment: Environment, path: Promise<string | null>): Promise<Environment> {
  const found = await path
  return found === null ? environment : { ...environment, PATH: mergePaths(found, environment['PATH'] ?? '') }
}

async function askShell(shell: string, { environment, keeper, clock, log }: LoginShellOptions): Promise<string | null> {
  try {
    const kept = await keeper.spawn({
      label: 'login shell',
      command: shell,
      args: shellArguments(shell),
      env: childEnvironment(environment, {}),
    })
    let output = ''
    kept.stdin.end()
    kept.stderr.resume()
    const answered = new Promise<void>((resolve) => {
      kept.stdout.setEncoding('utf8')
      kept.stdout.on('data', (text: string) => {
        if (output.length < maxOutputLength) output += text
        if (readPath(output) !== null) resolve()
      })
      kept.stdout.on('close', resolve)
    })
    await within(clock, answerMs, answered).finally(() => void kept.end())
    const path = readPath(output)
    if (path === null) log.warn({ shell }, 'the login shell did not print its PATH')
    return path
  } catch (thrown) {
    log.warn({ shell, reason: messageOf(thrown) }, 'the login shell could not be asked for its PATH')
    return null
  }
}

/**
 * Returns the arguments for an interactive shell, because installers write to the startup files of interactive shells.
 */
export function shellArguments(shell: string): readonly string[] {
  const script = `printf '%s\\n' ${marker}; printenv PATH; printf '%s\\n' ${marker}`
  // Shells of the C family accept no other option together with `-l`.
  return /(?:^|\/)t?csh$/.test(shell) ? ['-c', script] : ['-i', '-l', '-c', script]
}

/**
 * Reads the PATH between the markers. Everything else was printed by the shell's startup files. Null while the output
 * is incomplete.
 */
export function readPath(output: string): string | null {
  const [, between, rest] = output.split(`${marker}\n`)
  const path = between?.trim()
  return rest === undefined || path === undefined || path === '' ? null : path
}

export function mergePaths(first: string, second: string): string {
  return [...new Set([...first.split(':'), ...second.split(':')])].filter((folder) => folder !== '').join(':')
}
