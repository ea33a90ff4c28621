/**
 * A test's own image registry on loopback: Debian's `docker-registry`. A Docker Engine accepts it without TLS there.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { commandPath } from '#test/support/parts/parts'

export interface Registry {
  /** The prefix of the registry's image names. */
  readonly host: string
  /** Where the registry stores its images. */
  readonly folder: string
  stop(): Promise<void>
}

const maxStartMs = 20_000

/** Starts a registry, which is stopped when the test ends. */
export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'sbr-'))
  const host = `127.0.0.1:${await freePort()}`
  const config = {
    version: '0.1',
    log: { level: 'error' },
    storage: { filesystem: { rootdirectory: join(folder, 'images') } },
    http: { addr: host },
  }
  // JSON is valid YAML.
  await writeFile(join(folder, 'config.yml'), JSON.stringify(config))
  const child = spawn(commandPath('docker-registry'), ['serve', join(folder, 'config.yml')], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    child.kill('SIGKILL')
    await gone
    await rm(folder, { recursive: true, force: true })
  }
  onTestFinished(stop)
  const deadline = Date.now() + maxStartMs
  while (!(await answers(host))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('docker-registry did not start')
    await delay(25)
  }
  return { host, folder, stop }
}

async function answers(host: string): Promise<boolean> {
  const answer = await fetch(`http://${host}/v2/`).catch(() => null)
  return answer?.status === 200
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
