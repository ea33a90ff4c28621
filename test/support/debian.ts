/** Real parts that tests use and that come from Debian's packages: looked for, and installed where that is possible. */
import { execFile } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '#contract/errors'

const run = promisify(execFile)
/** Several test workers may need the same package at once; the kernel frees this lock whatever happens to its holder. */
const installLock = '/tmp/switchboard-test-packages.lock'
const installTimeoutMs = 300_000

/** The full path of a command, also where Debian keeps it off the PATH; null when it is not installed. */
function findCommand(command: string): string | null {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/libexec',
    ...globSync('/usr/lib/postgresql/*/bin').sort().toReversed(),
  ]
  return folders.map((folder) => join(folder, command)).find(isExecutable) ?? null
}

/** The same, for a command of which it is known that it is there. */
export function commandPath(command: string): string {
  const path = findCommand(command)
  if (path === null) throw new Error(`${command} is not installed`)
  return path
}

/**
 * Makes sure that every command is there, given the package that brings it. False when one is missing and cannot be
 * installed; under `CI=true` that is an error, because there nothing may be skipped.
 */
export async function ensurePackages(packageOfCommand: Readonly<Record<string, string>>): Promise<boolean> {
  const missing = () => Object.keys(packageOfCommand).filter((command) => findCommand(command) === null)
  if (missing().length === 0) return true
  const packages = [...new Set(missing().map((command) => packageOfCommand[command] ?? command))]
  const problem = await install(packages)
  if (missing().length === 0) return true
  const message = `not tested here: ${missing().join(', ')} (Debian: ${packages.join(' ')}) is missing; ${problem}`
  if (process.env['CI'] === 'true') throw new Error(message)
  console.warn(message)
  return false
}

async function install(packages: readonly string[]): Promise<string> {
  if (process.getuid?.() !== 0) return 'only root can install it'
  if (findCommand('apt-get') === null || findCommand('flock') === null) return 'this is no Debian'
  const wanted = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  try {
    // The lists of packages may be missing or old: they are fetched only when an install fails without.
    await run('flock', [installLock, 'sh', '-c', `${wanted} || { apt-get update && ${wanted}; }`], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: installTimeoutMs,
      maxBuffer: 64_000_000,
    })
    return 'the packages do not bring it'
  } catch (error) {
    return `apt-get failed: ${messageOf(error).trim().split('\n').at(-1)}`
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
