/**
 * Parts for the tests of the Docker provider: a provider on the Engine of this test run, and containers that run `node
 * -e`.
 */
import Dockerode from 'dockerode'
import { inject, onTestFinished } from 'vitest'
import { systemClock } from '#engine/clock'
import { DockerHost } from '#engine/hosting/docker/dockerHost'
import { DockerProvider } from '#engine/hosting/docker/dockerProvider'
import type { DockerProviderName } from '#engine/hosting/docker/runtimes'
import type { Container, ContainerExit, ContainerSpec } from '#engine/hosting/provider'
import { nodeImage } from '#test/support/parts/nodeImage'

export const megabyte = 1024 * 1024

export function testProvider(name: DockerProviderName, url = inject('docker')): DockerProvider {
  const host = new DockerHost(systemClock, { DOCKER_HOST: url ?? 'unix:///nowhere' }, ownNode)
  const provider = new DockerProvider(name, host)
  onTestFinished(() => provider.close())
  return provider
}

export function rawDocker(url = inject('docker')): Dockerode {
  return new Dockerode({ socketPath: url?.replace('unix://', '') })
}

/** The Node program that runs the relay in containers with a list of hosts. */
export const ownNode = { command: process.execPath, env: {} }

let made = 0

/** Returns a spec with an owner and a workspace of its own, so that test files can run side by side. */
export function specOf(given: Partial<ContainerSpec> = {}): ContainerSpec {
  const id = `${process.pid}-${++made}-${Date.now()}`
  return {
    owner: `owner-${id}`,
    workspaceId: `workspace-${id}`,
    slug: 'notes',
    generation: 1,
    image: nodeImage,
    command: null,
    environment: {},
    limits: { cpu: 0.5, memoryBytes: 256 * megabyte, diskBytes: null },
    volumes: [],
    folders: [],
    ports: [],
    network: { mode: 'none' },
    isBridged: true,
    ...given,
  }
}

export function program(text: string): readonly string[] {
  return ['/usr/bin/node', '-e', text]
}

export interface Started {
  readonly container: Container
  readonly spec: ContainerSpec
  readonly stdout: () => string
  readonly stderr: () => string
  readonly notes: readonly string[]
  readonly exit: () => ContainerExit | null
  /** Resolves when the container has exited. */
  readonly exited: Promise<ContainerExit>
}

/** Starts a container that is removed after the test, with its volumes. */
export async function startIn(provider: DockerProvider, given: Partial<ContainerSpec>): Promise<Started> {
  const spec = specOf(given)
  let [stdout, stderr] = ['', '']
  const notes: string[] = []
  let exit: ContainerExit | null = null
  let tell: (exit: ContainerExit) => void = () => undefined
  const exited = new Promise<ContainerExit>((resolve) => (tell = resolve))
  const container = await provider.start(spec, {
    onStdout: (bytes) => void (stdout += Buffer.from(bytes).toString('latin1')),
    onStderr: (bytes) => void (stderr += Buffer.from(bytes).toString('latin1')),
    onNote: (sentence) => void notes.push(sentence),
    onExit(told) {
      if (exit !== null) throw new Error('an exit was reported twice')
      exit = told
      tell(told)
    },
  })
  onTestFinished(async () => {
    await container.stop(0)
    for (const { name } of spec.volumes) await provider.removeVolume(name)
  })
  return { container, spec, stdout: () => stdout, stderr: () => stderr, notes, exit: () => exit, exited }
}
