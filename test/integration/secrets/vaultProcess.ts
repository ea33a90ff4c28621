/** Uses a vault once in a separate process, so that no value is merely cached. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { withoutKeychain } from '#test/support/keychain'

const script = fileURLToPath(new URL('vaultChild.ts', import.meta.url))

export interface VaultPlace {
  readonly dataFolder: string
  readonly key?: string
  /** The environment that leads to a keychain. If it is absent, the process has no keychain. */
  readonly environment?: NodeJS.ProcessEnv
  /** A command that wraps the process. */
  readonly wrapper?: readonly string[]
}

export function vaultAt({ dataFolder, key, environment = {}, wrapper = [] }: VaultPlace) {
  const env = {
    ...withoutKeychain(process.env),
    HOME: dataFolder,
    TMPDIR: dataFolder,
    ...environment,
    DATA_FOLDER: dataFolder,
    ...(key !== undefined && { SWITCHBOARD_VAULT_KEY: key }),
  }
  const run = async (method: string, name: string, value = ''): Promise<unknown> => {
    const [file, ...args] = [...wrapper, process.execPath, script, method, name, value === '' ? '' : '-']
    const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'inherit'], timeout: 60_000 })
    child.stdin.on('error', () => undefined)
    child.stdin.end(value)
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return JSON.parse(output)
  }
  return {
    get: (name: string) => run('get', name),
    set: (name: string, value: string) => run('set', name, value),
    remove: (name: string) => run('remove', name),
  }
}

/** Returns the contents of all files in a folder, by path. */
export async function contentsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const)))
}
