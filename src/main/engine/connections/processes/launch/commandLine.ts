/**
 * The command line with which the operating system runs a file. Only Windows batch files need more than the file and
 * its arguments. Pure.
 */
import { AppError } from '#contract/errors'

export interface CommandLine {
  readonly file: string
  readonly args: readonly string[]
  /** Whether the arguments are already quoted, so that Node must not quote them again. */
  readonly verbatim: boolean
}

/**
 * `npx` and similar commands are batch files on Windows. cmd.exe runs them, with quoting rules of its own. Not tested
 * on Windows itself. `shell`: the full path of cmd.exe, if known. A bare name would first be looked up in the folder
 * in which the server runs.
 */
export function commandLine(
  file: string,
  args: readonly string[],
  platform: NodeJS.Platform,
  shell = 'cmd.exe',
): CommandLine {
  if (platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file)) return { file, args, verbatim: false }
  // No quoting prevents a line break from ending the command.
  if (args.some((arg) => /[\r\n\0]/.test(arg)))
    throw new AppError(
      'COMMAND_FAILED',
      `An argument of "${file}" contains a line break, which a batch file cannot receive. Remove the line break.`,
    )
  const words = [escapeForCmd(file), ...args.map((arg) => escapeForCmd(escapeForCmd(quote(arg))))]
  return { file: shell, args: ['/d', '/s', '/c', `"${words.join(' ')}"`], verbatim: true }
}

/** Quotes for the C runtime on Windows: backslashes before a quote and at the end are doubled. */
function quote(arg: string): string {
  const escaped = arg.replace(/(?<!\\)(\\*)"/g, String.raw`$1$1\"`).replace(/(?<!\\)(\\*)$/, '$1$1')
  return `"${escaped}"`
}

/**
 * Escapes every character that has a meaning for cmd.exe. Arguments are escaped twice, because a batch file passes
 * them to cmd.exe again.
 */
function escapeForCmd(word: string): string {
  return word.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&')
}
