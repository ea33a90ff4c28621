/** Command lines as people paste them: split into words, and put together again for reading. Pure; runs no shell. */

import { launchWords } from '#contract/launchWords'
import type { LaunchSnapshot } from '#contract/server'

export interface CommandLine {
  readonly env: Readonly<Record<string, string>>
  readonly command: string
  readonly args: readonly string[]
}

/** Words as a POSIX shell would split them; a backslash before anything but quotes, blanks and itself stays (C:\tools). */
export function splitWords(text: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote: '"' | "'" | null = null
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index)
    const next = text.charAt(index + 1)
    if (char === '\\' && quote !== "'" && (next === '\n' || next === '\r')) {
      index += next === '\r' && text.charAt(index + 2) === '\n' ? 2 : 1
    } else if (char === '\\' && quote !== "'" && next !== '' && (quote === '"' ? '"\\' : '"\'\\ \t').includes(next)) {
      word = (word ?? '') + next
      index += 1
    } else if (quote !== null) {
      if (char === quote) quote = null
      else word = (word ?? '') + char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else {
      word = (word ?? '') + char
    }
  }
  if (word !== null) words.push(word)
  return words
}

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s

/** Splits a pasted line; assignments in front of the command become environment, a prompt sign is dropped. */
export function parseCommandLine(text: string): CommandLine {
  const words = splitWords(text.replace(/^\s*[$>] /, ''))
  if (words[0] === 'env') words.shift()
  const env: Record<string, string> = {}
  for (let match = assignment.exec(words[0] ?? ''); match !== null; match = assignment.exec(words[0] ?? '')) {
    env[match[1] ?? ''] = match[2] ?? ''
    words.shift()
  }
  const [command = '', ...args] = words
  return { env, command, args }
}

const plain = /^[\w@%+=:,./~\\-]+$/

/** The line that splits into exactly these words again. */
export function joinWords(words: readonly string[]): string {
  return words
    .map((word) => (plain.test(word) && !word.includes('\\') ? word : `'${word.replaceAll("'", `'"'"'`)}'`))
    .join(' ')
}

/** A launch in one short line: the program without its folder, which says the least and comes first. */
export function briefLaunch(launch: LaunchSnapshot): string {
  const [first = '', ...rest] = launchWords(launch)
  const program = launch.transport === 'stdio' ? first.replace(/^.*[\\/](?=[^\\/])/, '') : first
  return joinWords([program, ...rest])
}

/** A name for a server from its command line: the package, image or script that it runs. */
export function suggestName(line: Pick<CommandLine, 'command' | 'args'>): string {
  const runners = /(^|[\\/])(npx|bunx|uvx|node|bun|deno|python3?|uv|docker|podman|pnpm|yarn|npm|sh|bash)(\.exe|\.cmd)?$/
  const verbs = new Set(['run', 'exec', 'dlx', 'x', 'tool', '-c'])
  const subject = runners.test(line.command)
    ? line.args.find((arg) => !arg.startsWith('-') && !verbs.has(arg) && !arg.includes('='))
    : line.command
  const last = (subject ?? line.command).split(/[\\/]/).findLast((part) => part !== '') ?? ''
  return last
    .replace(/(?<=.)@.*$/, '')
    .replace(/:[\w.-]+$/, '')
    .replace(/\.(m?[jt]s|cjs|py|exe|sh)$/, '')
    .replace(/^(mcp-server-|server-|mcp-)|(-mcp-server|-mcp|-server)$/g, '')
    .slice(0, 100)
}

/** A name for a remote server from its address: `https://mcp.example.com/mcp` is `example`. */
export function nameOfAddress(address: string): string {
  if (!URL.canParse(address.trim())) return ''
  const { hostname } = new URL(address.trim())
  const labels = hostname.split('.').filter((label) => !['www', 'api', 'mcp'].includes(label))
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : (labels.at(-2) ?? labels[0] ?? hostname)
}
