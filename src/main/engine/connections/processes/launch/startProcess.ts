/** Starts a process in its own group, and explains why a start fails. The keeper ends the process. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import type { CauseCode } from '#contract/servers/cause'
import { AppError, messageOf } from '#contract/errors'
import { commandLine } from '#engine/connections/processes/launch/commandLine'
import { markName } from '#engine/connections/processes/mark'
import type { ProcessSpec } from '#engine/connections/processes/processKeeper'
import { type CommandSearch, resolveCommand } from '#engine/connections/processes/launch/resolveCommand'

export interface StartedProcess {
  readonly pid: number
  readonly child: ChildProcessWithoutNullStreams
}

type Environment = Readonly<Record<string, string | undefined>>

/** `fallback`: provides the PATH if the process's own environment has none. */
export async function startProcess(spec: ProcessSpec, mark: string, fallback: Environment): Promise<StartedProcess> {
  const windows = process.platform === 'win32'
  const search = searchFor(spec, fallback)
  const { cwd } = search
  const file = resolveCommand(search)
  const line = commandLine(file, spec.args, process.platform, variable(fallback, 'COMSPEC'))
  let child: ChildProcessWithoutNullStreams
  try {
    child = spawn(line.file, line.args, {
      cwd,
      env: { ...spec.env, [markName]: mark },
      stdio: 'pipe',
      detached: !windows,
      windowsHide: true,
      windowsVerbatimArguments: line.verbatim,
      // The name by which the program was called, as a shell would pass it: some programs depend on it.
      ...(!windows && { argv0: spec.command }),
    })
  } catch (thrown) {
    throw cannotRun(spec.command, file, thrown)
  }
  // Without these listeners, writing to a process that exits would crash the engine.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [unknown]
    throw cannotRun(spec.command, file, error)
  }
  child.on('error', () => {})
  return { pid: child.pid, child }
}

/** Where to search for the file behind a process's command. */
export function searchFor(spec: Pick<ProcessSpec, 'command' | 'env' | 'cwd'>, fallback: Environment): CommandSearch {
  return {
    command: spec.command,
    path: variable(spec.env, 'PATH') || variable(fallback, 'PATH') || '',
    cwd: spec.cwd ?? process.cwd(),
    endings: process.platform === 'win32' ? (variable(fallback, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';') : null,
  }
}

/** Variable names are case-insensitive on Windows. */
function variable(env: Environment, name: string): string | undefined {
  if (process.platform !== 'win32') return env[name]
  const found = Object.keys(env).find((key) => key.toUpperCase() === name)
  return found === undefined ? undefined : env[found]
}

function cannotRun(command: string, file: string, thrown: unknown): AppError {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const message = `The command "${command}" (${file}) could not be started: ${reasons[code] ?? messageOf(thrown)}.`
  const known = causes[code]
  return new AppError('COMMAND_FAILED', message, {
    data: { command, file, code },
    cause: thrown,
    ...(known !== undefined && { known: { code: known, about: { file } } }),
  })
}

const causes: Readonly<Record<string, CauseCode | undefined>> = {
  ENOENT: 'interpreter-missing',
  EACCES: 'permission-denied',
  ENOEXEC: 'wrong-architecture',
}

/** These errors occur only for files that exist and are executable, so the usual text for the code would mislead. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the interpreter in its first line is not installed',
  EACCES: 'the system does not allow running it',
  ENOEXEC: 'it was not built for this machine',
  EMFILE: 'too many files are open',
  EAGAIN: 'too many processes are running',
  E2BIG: 'its arguments and environment are too long',
}
