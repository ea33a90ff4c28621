/**
 * Finds the line of a program's output that says why the program exited. Every text about a failure gets the line from
 * here. Pure.
 */
import { shortText } from '#contract/text/shortText'
import { namesCause } from '#engine/policies/printed/knownCauses'
import { plainLines } from '#engine/policies/printed/plainLines'
import { isNoise } from '#engine/policies/printed/noise'

export interface Reason {
  readonly text: string
  /** Whether the text is an error. Otherwise it is only the last output. */
  readonly isError: boolean
}

const maxLength = 300
const linesWithoutError = 3

/** Names of errors that end a program. Python, Java and .NET put a module before the name. */
const namedError =
  /^[ \t]{0,4}(?:Uncaught )?(?:Exception in thread "[^"]*" |Unhandled exception[.:] )?(?:Caused by: |-+> )?(?:(?:[\w$]+\.)*[\w$]*(?:Error|Exception|Rejection|Failure)|(?:[a-z_]\w*\.)+\w+)(?: \[\w+\])?: \S/
/** Node's form of an error without a stack. */
const bracketedError = /^\[[\w.]*(?:Error|Exception): \S/
const bareError = /^(?:\w+\.)*\w*(?:Error|Exception)$/
/** A tool's error message, which may begin with the tool's name. */
const toolError =
  /^(?:[\w./-]+: )?(?:error|fatal|fatal error|panic|Fatal Python error|FATAL ERROR|Error|ERROR)(?: \w+)?:? +\S/
const shellError = new RegExp(
  [
    String.raw`^(?:[\w./-]*(?:sh|env)|[\w./-]+\.sh)(?::[\w ]*\d+)*: \S`,
    String.raw`^\S+: (?:line )?\d+: \S[^\n]*not found$`,
    String.raw`^(?:zsh|-?bash|sh):[\w:]*\d*:? \S`,
    'is not recognized as (?:an internal|the name|a name)|^flag provided but not defined',
    'error while loading shared libraries|version `[A-Z]+_[\\d.]+. not found',
    String.raw`^[\w./-]*(?:node|python[\d.]*|docker|podman|perl): \S`,
    String.raw`^Can't locate \S+ in @INC`,
  ].join('|'),
)
const strong = [
  namedError,
  bracketedError,
  bareError,
  toolError,
  shellError,
  /^npm (?:error|ERR!) \S/,
  /panicked at /,
  /^\s*(?:×|╰─▶|╰─>) /,
]
const logged = [
  /(?:^|[\s[(|])(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC)(?:[\s\])|:]|$)/,
  /\blevel=(?:error|fatal|panic)\b|^\[(?:error|fatal)\]/i,
]
const wordsOfFailure =
  /\b(?:errors?|fail(?:ed|ure)?|cannot|can't|could not|unable|invalid|missing|required?|requires|denied|not (?:found|set|installed|supported|configured)|refused|unknown|must be|must provide)\b/i

/** The line that says why the program exited. Null if the output contains nothing worth reading. */
export function reasonIn(printed: readonly string[]): Reason | null {
  const lines = plainLines(printed).map(readable)
  const at =
    lastOf(lines, (line) => strong.some((pattern) => pattern.test(line))) ??
    lastOf(lines, (line) => logged.some((pattern) => pattern.test(line))) ??
    lastOf(lines, namesCause)
  if (at !== null) return { text: cut(whole(lines, at)), isError: true }
  const vague = lastOf(lines, (line) => wordsOfFailure.test(line))
  if (vague !== null) return { text: cut(lines[vague] ?? ''), isError: false }
  const last = lines.filter((line) => !isNoise(line)).slice(-linesWithoutError)
  return last.length === 0 ? null : { text: cut(last.map((line) => line.trim()).join(' ⏎ ')), isError: false }
}

/** The words to append to the message that the program exited. Empty if the program printed nothing. */
export function reasonWords(reason: Reason | null): string {
  if (reason === null) return ''
  return reason.isError ? ` It printed: ${reason.text}` : ` It printed last: ${reason.text}`
}

/** Reduces a structured log line to its message, which is what a person wants to read. */
function readable(line: string): string {
  if (!line.startsWith('{') || !line.endsWith('}')) return line
  let entry: Readonly<Record<string, unknown>>
  try {
    entry = JSON.parse(line) as Readonly<Record<string, unknown>>
  } catch {
    return line
  }
  const { level, msg, message = msg } = entry
  if (typeof message !== 'string') return line
  const isBad = typeof level === 'number' ? level >= 50 : /^(?:err|fatal|crit|panic)/i.test(String(level))
  return isBad ? `ERROR ${message}` : message
}

/** Package tools print the cause first and general text after it. All other programs print the cause last. */
function lastOf(lines: readonly string[], isIt: (line: string) => boolean): number | null {
  const isOne = (line: string) => !isNoise(line) && isIt(line)
  const last = lines.findLastIndex(isOne)
  if (last === -1) return null
  if (!/^npm (?:error|ERR!) /.test(lines[last] ?? '')) return last
  let first = last
  for (let at = last; at >= 0 && /^npm (?:error|ERR!)/.test(lines[at] ?? ''); at--)
    if (isOne(lines[at] ?? '')) first = at
  return first
}

/** The whole message that begins in this line. */
function whole(lines: readonly string[], at: number): string {
  const line = lines[at] ?? ''
  const next = lines.slice(at + 1, at + 30)
  if (/panicked at /.test(line)) return panicOf(line, next)
  if (/^Error: |^\w+: error: |^Caused by:/.test(line)) {
    const root = rootOfChain(next)
    if (root !== null) return `${line} (${root})`
  }
  const more = /validation errors? for \S+$/.test(line)
    ? next.slice(0, 2).map((one) => one.trim())
    : continuation(line, next)
  const cause = causeOf(next)
  if (line.endsWith('Error: [')) return `${line.slice(0, -1)}${issuesOf(next)}`
  const rejected = /rejected with the reason "(.+)"\.?$/.exec(line)?.[1]
  if (rejected !== undefined) return rejected
  return [stripped(line), ...more, ...(cause === null ? [] : [`(${cause})`])].join(' ')
}

/** Rust prints the location before the message. Before 2023 it printed both in one line. */
function panicOf(line: string, next: readonly string[]): string {
  const inLine = /panicked at '(.*)', \S+$/.exec(line)?.[1]
  return inLine ?? next.find((one) => one.trim() !== '') ?? line
}

/** The last item of a list under "Caused by:", as Rust programs print it. */
function rootOfChain(next: readonly string[]): string | null {
  const at = next.findIndex((line) => /^Caused by:$/.test(line))
  if (at === -1) return null
  const chain: string[] = []
  for (const line of next.slice(at + 1)) {
    if (!/^\s+\S/.test(line)) break
    chain.push(line.trim().replace(/^\d+: /, ''))
  }
  return chain.at(-1) ?? null
}

/** The next lines of a message, up to the stack. */
function continuation(line: string, next: readonly string[]): string[] {
  const isDrawn = /^\s*(?:×|╰─▶|╰─>) /.test(line)
  const end = next.findIndex((one) =>
    isDrawn ? !/^\s{4,}\S/.test(one) : /^\s+at |^Require stack:|^\s+\[cause\]|^\s*$/.test(one),
  )
  if (isDrawn) return next.slice(0, end === -1 ? next.length : end).map((one) => one.trim())
  if (end <= 0 || end > 4) return []
  if (!/^\s+at /.test(next[end] ?? '') && !/^\s+at /.test(next[end + 1] ?? '')) return []
  return next.slice(0, end).map((one) => one.trim())
}

/** Schema validation errors are printed as JSON. */
function issuesOf(next: readonly string[]): string {
  try {
    const issues = JSON.parse(`[${next.slice(0, next.indexOf(']') + 1).join('\n')}`) as {
      path: string[]
      message: string
    }[]
    return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  } catch {
    return '…'
  }
}

/** The innermost cause that Node prints under an error. */
function causeOf(next: readonly string[]): string | null {
  const end = next.findIndex((line) => /^Node\.js v|^\S.*Error: /.test(line))
  const causes = next
    .slice(0, end === -1 ? next.length : end)
    .flatMap((line) => /^\s+\[cause\]: (.+?)(?: \{)?$/.exec(line)?.[1] ?? [])
  return causes.at(-1) ?? null
}

function stripped(line: string): string {
  return line
    .trim()
    .replace(/^\[(.+)\](?: \{)?$/, '$1')
    .replace(/^(?:×|╰─▶|╰─>|-+>) /, '')
    .replace(
      /^(?:Exception in thread "[^"]*"|Unhandled exception[.:]|Caused by:|npm (?:error|ERR!)) (?:\d{3} |notarget |enoent |enotarget )?/,
      '',
    )
}

function cut(text: string): string {
  return shortText(text.replace(/\s+/g, ' ').trim(), maxLength)
}
