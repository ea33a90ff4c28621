/**
 * Finds the file behind a command the way a shell does. A failure can then be reported before a process is started.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { AppError } from '#contract/errors'

export interface CommandSearch {
  readonly command: string
  /** The folders of `PATH`, which are searched for a command without a slash. */
  readonly path: string
  /** The folder against which relative names are resolved. */
  readonly cwd: string
  /** File name extensions of programs on Windows, as in `PATHEXT`; null elsewhere. */
  readonly endings: readonly string[] | null
}

/**
 * The full path of the file to run. Throws `COMMAND_FAILED` with a message for the person who configured the command.
 */
export function resolveCommand(search: CommandSearch): string {
  const { command, cwd } = search
  if (!statOrNull(cwd)?.isDirectory()) {
    const message = `The folder "${cwd}", where "${command}" should run, does not exist. Create it, or change the server's folder.`
    throw new AppError('COMMAND_FAILED', message, {
      data: { command, cwd },
      known: { code: 'folder-missing', about: { file: cwd } },
    })
  }
  const files = filesOf(search)
  const runnable = files.find(isRunnable)
  if (runnable !== undefined) return runnable
  throw files[0] === undefined ? notFound(search) : notRunnable(command, files[0])
}

/** All candidate files, in search order. The first one is run. */
export function runnableFiles(search: CommandSearch): string[] {
  return filesOf(search).filter(isRunnable)
}

function filesOf(search: CommandSearch): string[] {
  const folders = isBareName(search) ? search.path.split(delimiter) : ['']
  return folders
    .flatMap((folder) => endingsOf(search).map((ending) => resolve(search.cwd, folder, search.command + ending)))
    .filter((file) => statOrNull(file)?.isFile())
}

function isBareName({ command, endings }: CommandSearch): boolean {
  return !command.includes('/') && (endings === null || !command.includes('\\'))
}

function endingsOf({ command, endings }: CommandSearch): readonly string[] {
  if (endings === null) return ['']
  return endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase())) ? [''] : endings
}

function notFound(search: CommandSearch): AppError {
  const { command, path, cwd } = search
  const searched = isBareName(search) ? [...new Set(path.split(delimiter))] : [resolve(cwd, command)]
  const advice = isBareName(search)
    ? "Install it, add its folder to the server's PATH, or use its full path as the command."
    : 'Correct the path, or install the command there.'
  const message = `The command "${command}" was not found. ${advice} Looked in: ${searched.join(', ')}.`
  return new AppError('COMMAND_FAILED', message, {
    data: { command, searched },
    known: { code: 'command-missing', about: { command } },
  })
}

function notRunnable(command: string, file: string): AppError {
  const message = `The command "${command}" cannot be run: ${file} is not executable. Make it executable (chmod +x), or run it through its interpreter.`
  return new AppError('COMMAND_FAILED', message, {
    data: { command, searched: [file] },
    known: { code: 'not-executable', about: { file } },
  })
}

function statOrNull(path: string) {
  try {
    // An exception for each folder on the PATH would take longer than the lookup itself.
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
