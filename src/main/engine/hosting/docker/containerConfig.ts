/** What the Engine is told of a hosted server: its limits, and all that keeps it in its container. */
import type { ContainerCreateOptions, HostConfig, ImageInspectInfo, MountSettings } from 'dockerode'
import { AppError } from '#contract/errors'
import type { ProviderName } from '#contract/hosting/container'
import type { ContainerSpec } from '#engine/hosting/provider'

export const labels = {
  owner: 'switchboard.owner',
  workspace: 'switchboard.workspace',
  generation: 'switchboard.generation',
  provider: 'switchboard.provider',
  path: 'switchboard.path',
  image: 'switchboard.image',
} as const

/** Of processes and threads; a server of Node has eleven. */
const maxProcesses = 512
/** In memory, and counted as such: no more than half of it, so that a full folder is an error and not an end. */
const temporaryShare = 0.5

export interface RuntimeFacts {
  readonly provider: ProviderName
  /** What the Engine calls it; null: the one that it takes by itself. */
  readonly runtime: string | null
  readonly hasInit: boolean
  /** Ports can be published where the engine reaches them. */
  readonly canPublish: boolean
  readonly keepsVolumes: boolean
}

export type ImageFacts = Pick<ImageInspectInfo['Config'], 'Volumes' | 'Env'>

/** One name for each workspace, so that the Engine itself refuses to have two of one. */
export function containerName({ slug, workspaceId }: ContainerSpec): string {
  return `switchboard-${slug.replace(/[^A-Za-z0-9_.-]/g, '-')}-${workspaceId.replaceAll('-', '').slice(0, 16)}`
}

export function containerConfig(spec: ContainerSpec, facts: RuntimeFacts, image: ImageFacts): ContainerCreateOptions {
  const published = publishedPorts(spec, facts)
  return {
    name: containerName(spec),
    Image: spec.image,
    ...(spec.command !== null && { Entrypoint: [...spec.command], Cmd: [] }),
    Env: Object.entries({ ...homeOf(spec, image), ...spec.environment }).map(([name, value]) => `${name}=${value}`),
    Labels: containerLabels(spec, facts),
    OpenStdin: spec.isBridged,
    // When the engine is gone, the server sees the end of its stdin.
    StdinOnce: spec.isBridged,
    AttachStdin: spec.isBridged,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    StopSignal: 'SIGTERM',
    ExposedPorts: Object.fromEntries(Object.keys(published).map((port) => [port, {}])),
    HostConfig: {
      ...limitsOf(spec),
      ...isolation(spec, facts),
      Mounts: mountsOf(spec, facts),
      Tmpfs: temporaryFolders(spec, image),
      PortBindings: published,
    },
  }
}

function containerLabels(spec: ContainerSpec, { provider }: RuntimeFacts): Record<string, string> {
  return {
    [labels.owner]: spec.owner,
    [labels.workspace]: spec.workspaceId,
    [labels.generation]: String(spec.generation),
    [labels.provider]: provider,
  }
}

function limitsOf({ limits }: ContainerSpec): HostConfig {
  return {
    NanoCpus: Math.round(limits.cpu * 1e9),
    Memory: limits.memoryBytes,
    // The same again: no swap on top of it.
    MemorySwap: limits.memoryBytes,
    PidsLimit: maxProcesses,
  }
}

function isolation(spec: ContainerSpec, { runtime, hasInit }: RuntimeFacts): HostConfig {
  return {
    ...(runtime !== null && { Runtime: runtime }),
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    ReadonlyRootfs: true,
    Privileged: false,
    NetworkMode: networkMode(spec),
    // As the first process of a container, a program that takes no notice of SIGTERM would have to be killed.
    ...(hasInit && { Init: true }),
    // All that it writes comes here; the Engine keeps none of it.
    LogConfig: { Type: 'none', Config: {} },
    RestartPolicy: { Name: 'no' },
  }
}

function networkMode({ network, ports }: ContainerSpec): string {
  switch (network.mode) {
    case 'full':
      return 'bridge'
    case 'none':
      if (ports.length === 0) return 'none'
      throw new AppError(
        'LIMIT_NOT_ENFORCEABLE',
        'A container that is reached at a port has a network: without one only a server on stdin and stdout can run.',
      )
    case 'allow':
      throw new AppError(
        'LIMIT_NOT_ENFORCEABLE',
        'The runtime here cannot keep a container to a list of hosts: choose no network, or all of it.',
      )
  }
}

function publishedPorts(
  { ports }: ContainerSpec,
  { canPublish }: RuntimeFacts,
): NonNullable<HostConfig['PortBindings']> {
  if (ports.length > 0 && !canPublish)
    throw new AppError(
      'LIMIT_NOT_ENFORCEABLE',
      'The containers run on another machine, where a port on loopback cannot be reached from here: use stdin and stdout.',
    )
  return Object.fromEntries(
    ports.map(({ container, host }) => [
      `${container}/tcp`,
      [{ HostIp: '127.0.0.1', HostPort: host === null ? '' : String(host) }],
    ]),
  )
}

function mountsOf(spec: ContainerSpec, facts: RuntimeFacts): MountSettings[] {
  if (spec.volumes.length > 0 && !facts.keepsVolumes)
    throw new AppError(
      'LIMIT_NOT_ENFORCEABLE',
      'What is written in a virtual machine of Firecracker is lost with it: choose another runtime for a server with volumes.',
    )
  return spec.volumes.map(({ name, path }) => ({ Type: 'volume', Source: name, Target: path }))
}

/** Folders that the image wants to be volumes are in memory as well: nameless volumes would have no bound, and no owner. */
function temporaryFolders(spec: ContainerSpec, image: ImageFacts): Record<string, string> {
  const kept = new Set(spec.volumes.map(({ path }) => path))
  const wanted = ['/tmp', ...Object.keys(image.Volumes ?? {})].filter((path) => !kept.has(path))
  const bound = Math.min(spec.limits.memoryBytes * temporaryShare, spec.limits.diskBytes ?? Infinity)
  return Object.fromEntries(wanted.map((path) => [path, `rw,nosuid,nodev,size=${Math.floor(bound)},mode=1777`]))
}

/** The usual one cannot be written to. */
function homeOf({ environment }: ContainerSpec, { Env }: ImageFacts): Record<string, string> {
  const isSet = 'HOME' in environment || (Env ?? []).some((line) => line.startsWith('HOME='))
  return isSet ? {} : { HOME: '/tmp' }
}
