/** The three ways in which a Docker Engine keeps a container apart, and what to do where it has not got one. */
import type { ProviderName } from '#contract/hosting/container'
import type { EngineInfo } from '#engine/hosting/docker/dockerHost'

export type DockerProviderName = Exclude<ProviderName, 'e2b'>

interface RuntimeKind {
  /** Among the names that a person may have given it; null: what the Engine takes by itself. */
  readonly isIt: ((name: string, entry: string) => boolean) | null
  readonly reason: string
  readonly repair: string
  /** Firecracker takes in disks alone: a folder would be a copy, whose changes are lost. */
  readonly volumes: boolean
}

const kinds: Readonly<Record<DockerProviderName, RuntimeKind>> = {
  gvisor: {
    isIt: (name, entry) => name === 'runsc' || /\/runsc"|io\.containerd\.runsc/.test(entry),
    reason: 'The container engine here does not know gVisor (runsc).',
    repair:
      'Install gVisor (https://gvisor.dev/docs/user_guide/install/; on Debian: apt-get install runsc), run `runsc install` and start Docker anew.',
    volumes: true,
  },
  firecracker: {
    isIt: (name, entry) => name === 'kata-fc' || /kata-fc/.test(`${name} ${entry}`),
    reason: 'The container engine here does not know Firecracker (the runtime kata-fc of Kata Containers).',
    repair:
      'Install Kata Containers with Firecracker (https://katacontainers.io) on a machine with /dev/kvm, add io.containerd.kata-fc.v2 to the runtimes of Docker, and start Docker anew.',
    volumes: false,
  },
  plain: { isIt: null, reason: '', repair: '', volumes: true },
}

/** A sentence and its repair where it is missing. `name` null: the Engine takes it by itself. */
export type FoundRuntime =
  | { readonly found: true; readonly name: string | null }
  | { readonly found: false; readonly reason: string; readonly repair: string }

export function findRuntime(provider: DockerProviderName, { Runtimes, isPodman }: EngineInfo): FoundRuntime {
  const { isIt, reason, repair } = kinds[provider]
  if (isIt === null) return { found: true, name: null }
  if (isPodman === true) return podman
  const entries = Object.entries(Runtimes ?? {})
  const found = entries.find(([name, entry]) => isIt(name, JSON.stringify(entry)))
  return found === undefined ? { found: false, reason, repair } : { found: true, name: found[0] }
}

/** It lists runtimes that it has not got, and runs all containers by its usual one, whatever it is told. */
const podman = {
  found: false,
  reason: 'Podman lets nobody choose a runtime through its socket.',
  repair: 'Use Docker Engine for this, or plain containers.',
} as const

export function keepsVolumes(provider: DockerProviderName): boolean {
  return kinds[provider].volumes
}

export function engineRepair(platform: NodeJS.Platform): string {
  if (platform === 'linux')
    return 'Install Docker (on Debian: apt-get install docker.io) or Podman and start it; your user needs the right to use its socket. DOCKER_HOST names another one.'
  return 'Install Docker Desktop or Podman Desktop and start it. DOCKER_HOST names another one.'
}
