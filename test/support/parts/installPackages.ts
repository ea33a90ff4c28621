/**
 * Installs Debian packages in one go, or says why it cannot. No other code installs anything, and this runs only before
 * tests.
 */
import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { findFile } from '#test/support/parts/parts'

/** What the installation needs from the machine. The installation's own tests use a scripted one. */
export interface PackageMachine {
  /** Returns why nothing can be installed here. Null if an installation can be tried. */
  refusal(): string | null
  /** Resolves with null if the command succeeded, otherwise with its stderr. */
  run(command: string, ...args: string[]): Promise<string | null>
  write(text: string): void
  nowMs(): number
  pause(ms: number): Promise<void>
}

/** How long to wait for another apt-get. */
const maxLockMs = 600_000
const pauseMs = 2000
const maxRunMs = 900_000

/**
 * Resolves with null if all packages are installed now, otherwise with the reason. A package that Debian does not have
 * does not prevent the others.
 */
export async function installPackages(packages: readonly string[], machine: PackageMachine): Promise<string | null> {
  const refusal = machine.refusal()
  if (refusal !== null) return refusal
  const startedMs = machine.nowMs()
  machine.write(`Installing what tests need from Debian: ${packages.join(' ')} …`)
  // Old package lists may still be good enough if new ones cannot be fetched. The installation decides.
  await runWhenFree(machine, 'apt-get', 'update')
  const problem = await installAll(packages, machine)
  const seconds = Math.round((machine.nowMs() - startedMs) / 1000)
  machine.write(` ${problem === null ? 'done' : `failed: ${problem}`} (${seconds} s)\n`)
  return problem
}

async function installAll(packages: readonly string[], machine: PackageMachine): Promise<string | null> {
  const install = (names: readonly string[]) =>
    runWhenFree(machine, 'apt-get', 'install', '-y', '--no-install-recommends', ...names)
  let problem = await install(packages)
  if (problem === null) return null
  // An installation that was killed halfway must be finished before the next one.
  if (problem.includes('dpkg --configure -a')) {
    await runWhenFree(machine, 'dpkg', '--configure', '-a')
    problem = await install(packages)
  }
  // A package that this Debian release does not have must not keep the others from being installed.
  const unknown = unknownIn(problem ?? '')
  const others = packages.filter((name) => !unknown.has(name))
  if (unknown.size > 0 && others.length > 0) await install(others)
  return problem === null ? null : lastLine(problem)
}

/** Waits for another apt-get. `apt-get` itself gives up immediately, and has no option to wait for all of its locks. */
async function runWhenFree(machine: PackageMachine, command: string, ...args: string[]): Promise<string | null> {
  const deadlineMs = machine.nowMs() + maxLockMs
  for (;;) {
    const problem = await machine.run(command, ...args)
    const locked = /could not get lock|unable to lock|is another process using it|is locked by another process/i
    if (problem === null || !locked.test(problem) || machine.nowMs() >= deadlineMs) return problem
    await machine.pause(pauseMs)
  }
}

function unknownIn(problem: string): Set<string> {
  const names = /Unable to locate package (\S+)|Package '([^']+)' has no installation candidate/g
  return new Set([...problem.matchAll(names)].map(([, one, other]) => one ?? other ?? ''))
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.replace(/^E: /, '') ?? ''
}

export const thisMachine: PackageMachine = {
  refusal() {
    if (findFile('apt-get') === null) return 'this is not Debian, so it cannot be installed from here'
    return process.getuid?.() === 0 ? null : 'only root can install it'
  },
  run: (command, ...args) =>
    new Promise((resolve) => {
      const env = { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' }
      const options = { env, timeout: maxRunMs, maxBuffer: 64_000_000 }
      const child = execFile(command, args, options, (error, _stdout, stderr) =>
        resolve(error === null ? null : stderr.trim() || error.message),
      )
      // Closes stdin, so that every question gets its default answer.
      child.stdin?.end()
    }),
  write: (text) => void process.stdout.write(text),
  nowMs: () => performance.now(),
  pause: (ms) => delay(ms),
}
