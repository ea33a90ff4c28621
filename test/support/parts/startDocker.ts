/** The tests' own Docker Engine, in its own folder. It is independent of an Engine that may run on this machine. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import Dockerode from 'dockerode'
import { isAbandoned, noteOwner } from '#test/support/parts/folderOwner'
import { commandPath, findFile } from '#test/support/parts/parts'

const run = promisify(execFile)

export interface DockerEngine {
  /** The value for `DOCKER_HOST`. */
  readonly url: string
  readonly folder: string
  readonly pid: number
  /** Kills only the Engine. Its containers keep running. */
  kill(): Promise<void>
  /** Ends only the Engine, if it is running, and starts it again on what it left. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /**
   * Resolves with the remaining containers and volumes, in words. Images are in the Engine's folder and are removed
   * with it.
   */
  left(): Promise<readonly string[]>
  /** Ends the Engine and everything that it started, and removes its remains. */
  stop(): Promise<void>
}

/** What an Engine has left on the machine. */
export interface Leftovers {
  readonly processes: readonly string[]
  readonly mounts: readonly string[]
  readonly links: readonly string[]
}

const maxStartMs = 60_000

const folderPrefix = 'sbd-'

export async function startDocker(): Promise<DockerEngine> {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  await noteOwner(folder)
  const bridge = bridgeOf(folder)
  const runsc = findFile('runsc')
  const config = {
    'data-root': join(folder, 'data'),
    'exec-root': join(folder, 'exec'),
    pidfile: join(folder, 'pid'),
    hosts: [`unix://${join(folder, 's')}`],
    bridge,
    // The Engine's own proxy serves published ports, so the machine's firewall rules stay untouched.
    iptables: false,
    ip6tables: false,
    'ip-forward': false,
    'ip-masq': false,
    // Debian's runsc has no network in this kind of sandbox.
    ...(runsc !== null && { runtimes: { runsc: { path: runsc, runtimeArgs: ['--network=none'] } } }),
  }
  await writeFile(join(folder, 'daemon.json'), JSON.stringify(config))
  await addBridge(bridge)
  let child = await launch(folder)
  const endWithUs = () => void child.kill('SIGTERM')
  process.once('exit', endWithUs)
  return {
    url: `unix://${join(folder, 's')}`,
    folder,
    get pid() {
      return child.pid ?? 0
    },
    kill: () => end(child, 'SIGKILL'),
    async restart(signal) {
      await end(child, signal)
      if (signal === 'SIGKILL') await endContainerd(folder)
      await rm(join(folder, 'pid'), { force: true })
      child = await launch(folder)
    },
    async left() {
      const docker = new Dockerode({ socketPath: join(folder, 's') })
      const [containers, { Volumes: volumes }] = await Promise.all([
        docker.listContainers({ all: true }),
        docker.listVolumes(),
      ])
      return [
        ...containers.map(({ Names, Image }) => `the container ${Names.join(' ')} of ${Image}`),
        ...volumes.map(({ Name }) => `the volume ${Name}`),
      ]
    },
    async stop() {
      process.off('exit', endWithUs)
      const containers = containersOf(folder)
      // Removes the containers first, because the Engine would give each of them ten seconds to exit.
      for (const id of containers) await askDocker(join(folder, 's'), 'DELETE', `/containers/${id}?force=true&v=true`)
      await end(child, 'SIGTERM')
      await sweep(folder, containers)
    },
  }
}

/** Removes the Engines of earlier runs that were killed, with all their remains. Other runs' Engines stay. */
export async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(folderPrefix))) {
    const folder = join(tmpdir(), name)
    if (isAbandoned(folder)) await sweep(folder, containersOf(folder))
  }
}

/**
 * Returns everything with the folder in its name: shims, sandboxes and mounts, the processes in these containers, and
 * the bridge.
 */
export function leftoversOf(folder: string, containers = containersOf(folder)): Leftovers {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
  return {
    processes: processesOf(folder, containers).map(({ pid, command }) => `${pid} ${command.slice(0, 200)}`),
    mounts,
    links: readdirSync('/sys/class/net').filter((name) => name === bridgeOf(folder)),
  }
}

async function launch(folder: string): Promise<ChildProcess> {
  const child = spawn(commandPath('dockerd'), ['--config-file', join(folder, 'daemon.json')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-4_000)))
  const deadline = Date.now() + maxStartMs
  while ((await askDocker(join(folder, 's'), 'GET', '/version')) !== 200) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await end(child, 'SIGKILL')
      await sweep(folder, containersOf(folder))
      throw new Error(`dockerd did not start: ${log.trim().split('\n').at(-1) ?? ''}`)
    }
    await delay(25)
  }
  return child
}

/** Resolves with the response's status. Null if there is no response. */
export function askDocker(socketPath: string, method: string, path: string): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = request({ socketPath, method, path, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? null)
    })
    sent.on('error', () => resolve(null))
    sent.end()
  })
}

export function containersOf(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'data', 'containers'))
  } catch {
    return []
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const gone = once(child, 'exit')
  if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await gone
}

/**
 * Kills the containerd that a killed Engine has left. The next Engine would use it as its own, but could not end it.
 */
async function endContainerd(folder: string): Promise<void> {
  const pidFile = join(folder, 'exec', 'containerd', 'containerd.pid')
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'))
  if (pid > 0) await endProcess(pid)
  await rm(pidFile, { force: true })
}

async function sweep(folder: string, containers: readonly string[]): Promise<void> {
  for (const { pid } of processesOf(folder, containers)) await endProcess(pid)
  // Unmounts the innermost first.
  for (const path of leftoversOf(folder).mounts.toReversed()) await run('umount', ['-l', path]).catch(() => undefined)
  for (const name of leftoversOf(folder).links)
    await run(commandPath('ip'), ['link', 'delete', name]).catch(() => undefined)
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

async function endProcess(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return
  }
  const deadline = Date.now() + 5_000
  while (isAlive(pid) && Date.now() < deadline) await delay(10)
}

function isAlive(pid: number): boolean {
  return /^[^ZX]/.test(readText(`/proc/${pid}/stat`).split(') ').at(-1) ?? 'Z')
}

/** Finds processes by their command line, which contains the folder, or by their control group. */
function processesOf(
  folder: string,
  containers: readonly string[],
): { readonly pid: number; readonly command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && isAlive(Number(name)))
    .map((name) => ({ pid: Number(name), command: readText(`/proc/${name}/cmdline`).replaceAll('\0', ' ') }))
    .filter(({ pid, command }) => {
      if (command.includes(folder) || folderOf(pid).startsWith(folder)) return true
      const group = readText(`/proc/${pid}/cgroup`)
      return containers.some((id) => group.includes(id))
    })
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Returns a short name, because the length of a network link's name is limited. */
function bridgeOf(folder: string): string {
  return `sb${folder.slice(-6)}`
}

/** Chooses one of 65,536 networks at random, so that nothing else on the machine uses its addresses. */
async function addBridge(name: string): Promise<void> {
  const random = () => 1 + Math.floor(Math.random() * 254)
  await run(commandPath('ip'), ['link', 'add', 'name', name, 'type', 'bridge'])
  await run(commandPath('ip'), ['addr', 'add', `10.${random()}.${random()}.1/24`, 'dev', name])
  await run(commandPath('ip'), ['link', 'set', name, 'up'])
}
