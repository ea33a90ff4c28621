/**
 * A test's servers and the settings of their project, as in a configuration file. The servers can also be added to a
 * running engine.
 */
import { join } from 'node:path'
import type { Json } from '#test/support/mcpClients'

export interface Entry extends Json {
  readonly command?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly type?: string
}

export interface World {
  readonly project?: { readonly naming?: string; readonly prefix?: string; readonly start?: string }
  /** The servers by name, in the order of their positions. */
  readonly servers: Readonly<Record<string, Entry>>
  /** Servers in a separate project called `elsewhere`. REST adds them in both ways of configuration. */
  readonly elsewhere?: Readonly<Record<string, Entry>>
  /** Settings of the engine as a whole. */
  readonly settings?: Json
}

const workerFile = join(import.meta.dirname, '..', 'servers', 'worker.ts')

export function worker(name: string, tools: readonly string[], ...more: readonly string[]): Entry {
  const args = [workerFile, '--name', name, '--tools', tools.join(','), ...more]
  return { command: process.execPath, args }
}

/** Returns the same server with a process that fails while this file is missing. */
export function onlyWith(file: string, { command = '', args = [], ...rest }: Entry): Entry {
  const words = [command, ...args].map((word) => `'${word}'`).join(' ')
  return { ...rest, command: 'sh', args: ['-c', `test -e '${file}' || exit 3; exec ${words}`] }
}

export function launchOf({ command, args, env, cwd, url, headers, type }: Entry): Json {
  if (url !== undefined) return { transport: type ?? 'http', url, headers: headers ?? {} }
  return { transport: 'stdio', command, args: args ?? [], env: env ?? {}, ...(cwd !== undefined && { cwd }) }
}

/** Returns an entry's settings other than the launch. */
export function settingsOf(entry: Entry): Json {
  const launch = new Set(['command', 'args', 'env', 'cwd', 'url', 'headers', 'type'])
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !launch.has(key)))
}
