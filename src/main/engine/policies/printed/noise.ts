/**
 * Recognises lines that never say why a program exited: stack frames, brackets, and lines that tools print below every
 * error. Pure.
 */

const noise = [
  /^\s*$/,
  // Lines that only mark a place in code, or only contain brackets.
  /^[\s^~|]+$|^[\s\])},;{[]+$/,
  /^\s+at |^\s+File "|^\s*\.{3} \d+ (?:more|lines)/,
  /^Node\.js v\d|^Bun v\d|^Traceback \(|^Require stack:|^- \/|^Emitted '\w+' event/,
  /^During handling of the above|^The above exception was|Exception Group Traceback|ExceptionGroup: /,
  /^goroutine \d+|^exit status \d|^\tat? ?\S+:\d+|^note: run with|^stack backtrace:/,
  /^-+ Native stack trace|^\s*\d+: 0x|^<--- |^\[\d+:0x/,
  /^npm (?:notice|warn|WARN)\b/,
  /^npm (?:error|ERR!)(?: \d{3}| \w*)?\s*$/,
  /^npm (?:error|ERR!) (?:code|errno|syscall|path|dest|command|cwd|workspace|location|Log files|A complete log|Lifecycle script)\b/,
  /^npm (?:error|ERR!) {3,}|^npm (?:error|ERR!) (?:enoent This is related|If you are behind|Did you mean|To see a list|\d{3} {2}|\d{3} (?:Note|tarball))/,
  /^Run '.*' for more information|use -\[v\]S to pass|^Try '.*' for help/,
  /^error Command failed|^info Visit|ELIFECYCLE/,
  /^ {4,}(?:throw|return|raise) |^\s*throw (?:new )?\w+/,
]

export function isNoise(line: string): boolean {
  return noise.some((pattern) => pattern.test(line))
}
