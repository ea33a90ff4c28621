/** Pure: what is handed to the operating system to run a file. Only Windows' batch files need more than the file itself. */
import { AppError } from '#contract/errors'

export interface CommandLine {
  readonly file: string
  readonly args: readonly string[]
  /** The arguments are quoted already and must reach Windows as they are. */
  readonly verbatim: boolean
}

/**
 * `npx` and its like are batch files on Windows; those are run by cmd.exe, with its own rules of quoting. Not tested on
 * Windows itself. `shell` is the full path of cmd.exe, where known: a bare name would first be looked for in the folder
 * that the server runs in.
 */
export function commandLine(
  file: string,
  args: readonly string[],
  platform: NodeJS.Platform,
  shell = 'cmd.exe',
): CommandLine {
  if (platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file)) return { file, args, verbatim: false }
  // No quoting keeps a line break from ending the command.
  if (args.some((arg) => /[\r\n\0]/.test(arg)))
    throw new AppError(
      'COMMAND_FAILED',
      `An argument of "${file}" has a line break, which batch files cannot be given.`,
    )
  const words = [escapeForCmd(file), ...args.map((arg) => escapeForCmd(escapeForCmd(quote(arg))))]
  return { file: shell, args: ['/d', '/s', '/c', `"${words.join(' ')}"`], verbatim: true }
}

/** As a C program on Windows reads it back: backslashes count double before a quote, and at the end. */
function quote(arg: string): string {
  const escaped = arg.replace(/(?<!\\)(\\*)"/g, String.raw`$1$1\"`).replace(/(?<!\\)(\\*)$/, '$1$1')
  return `"${escaped}"`
}

/** Nothing in it means anything to cmd.exe. A batch file hands its arguments on once more, hence twice for those. */
function escapeForCmd(word: string): string {
  return word.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&')
}
