/** The three kinds of isolation with Docker, and what to install if one is missing. */
import type { ProviderName } from '#contract/hosting/container'
import type { DockerInfo } from '#engine/hosting/docker/dockerHost'

export type DockerProviderName = Exclude<ProviderName, 'e2b'>

interface RuntimeKind {
  /**
   * Recognises the runtime among those in Docker's configuration, where a person chose the names. Null: the default.
   */
  readonly isIt: ((name: string, entry: string) => boolean) | null
  readonly reason: string
  readonly repair: string
  /**
   * Whether volumes work. Firecracker mounts only disks: a folder would be copied in, and changes to the copy would be
   * lost.
   */
  readonly volumes: boolean
}

const kinds: Readonly<Record<DockerProviderName, RuntimeKind>> = {
  gvisor: {
    isIt: (name, entry) => name === 'runsc' || /\/runsc"|io\.containerd\.runsc/.test(entry),
    reason: 'The container engine here does not know gVisor (runsc).',
    repair:
      'Install gVisor (https://gvisor.dev/docs/user_guide/install/; on Debian: apt-get install runsc), run `runsc install` and restart Docker.',
    volumes: true,
  },
  firecracker: {
    isIt: (name, entry) => name === 'kata-fc' || /kata-fc/.test(`${name} ${entry}`),
    reason: 'The container engine here does not know Firecracker (the runtime kata-fc of Kata Containers).',
    repair:
      'Install Kata Containers with Firecracker (https://katacontainers.io) on a machine with /dev/kvm, add io.containerd.kata-fc.v2 to the runtimes of Docker, and restart Docker.',
    volumes: false,
  },
  plain: { isIt: null, reason: '', repair: '', volumes: true },
}

/** The runtime's name in Docker (null: Docker's default), or why it is missing and how to fix that. */
export type FoundRuntime =
  | { readonly found: true; readonly name: string | null }
  | { readonly found: false; readonly reason: string; readonly repair: string }

export function findRuntime(provider: DockerProviderName, { Runtimes, isPodman }: DockerInfo): FoundRuntime {
  const { isIt, reason, repair } = kinds[provider]
  if (isIt === null) return { found: true, name: null }
  if (isPodman === true) return podman
  const entries = Object.entries(Runtimes ?? {})
  const found = entries.find(([name, entry]) => isIt(name, JSON.stringify(entry)))
  return found === undefined ? { found: false, reason, repair } : { found: true, name: found[0] }
}

/** Podman lists runtimes that it does not have, and uses its default for every container, whatever is requested. */
const podman = {
  found: false,
  reason: 'Podman does not allow choosing a runtime through its socket.',
  repair: 'Use Docker Engine for this, or plain containers.',
} as const

export function keepsVolumes(provider: DockerProviderName): boolean {
  return kinds[provider].volumes
}

export function dockerRepair(platform: NodeJS.Platform): string {
  if (platform === 'linux')
    return 'Install Docker (on Debian: apt-get install docker.io) or Podman and start it; your user needs access to its socket. To use another one, set DOCKER_HOST.'
  return 'Install Docker Desktop or Podman Desktop and start it. To use another one, set DOCKER_HOST.'
}
