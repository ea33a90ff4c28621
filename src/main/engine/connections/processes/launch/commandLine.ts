/**
 * Pure: what is passed to the operating system to run a file. Only Windows batch files need more than the file itself.
 */
import { AppError } from '#contract/errors'

export interface CommandLine {
  readonly file: string
  readonly args: readonly string[]
  /** The arguments are already quoted and must reach Windows unchanged. */
  readonly verbatim: boolean
}

/**
 * `npx` and similar commands are batch files on Windows, and are run by cmd.exe, which has its own quoting rules. Not
 * tested on Windows itself. `shell` is the full path of cmd.exe, if known: a bare name would first be looked up in the
 * folder the server runs in.
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
      `An argument of "${file}" contains a line break, which a batch file cannot receive. Remove the line break.`,
    )
  const words = [escapeForCmd(file), ...args.map((arg) => escapeForCmd(escapeForCmd(quote(arg))))]
  return { file: shell, args: ['/d', '/s', '/c', `"${words.join(' ')}"`], verbatim: true }
}

/** Quoted for the C runtime on Windows: backslashes are doubled before a quote, and at the end. */
function quote(arg: string): string {
  const escaped = arg.replace(/(?<!\\)(\\*)"/g, String.raw`$1$1\"`).replace(/(?<!\\)(\\*)$/, '$1$1')
  return `"${escaped}"`
}

/**
 * Escaped so that nothing in it has a meaning for cmd.exe. A batch file passes its arguments on once more, so those are
 * escaped twice.
 */
function escapeForCmd(word: string): string {
  return word.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&')
}
