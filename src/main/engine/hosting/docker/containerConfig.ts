/** Docker's settings for a hosted server's container: its limits, and everything that isolates it. */
import type { ContainerCreateOptions, HostConfig, ImageInspectInfo, MountSettings } from 'dockerode'
import { AppError } from '#contract/errors'
import type { ProviderName } from '#contract/hosting/container'
import { gateProgram, keptOptions, proxyVariables } from '#engine/hosting/docker/relay/relayPrograms'
import type { RelayFiles } from '#engine/hosting/docker/relay/relayFiles'
import { nodeCommand, relayMount } from '#engine/hosting/docker/relay/relayVolume'
import { type ContainerSpec, noPortsBesideHosts } from '#engine/hosting/provider'

export const labels = {
  owner: 'switchboard.owner',
  workspace: 'switchboard.workspace',
  generation: 'switchboard.generation',
  provider: 'switchboard.provider',
  path: 'switchboard.path',
  image: 'switchboard.image',
} as const

/** The maximum number of processes and threads in a container. For comparison: a Node server has eleven threads. */
const maxProcesses = 512
/**
 * The share of the memory limit that temporary folders may use. They are in memory and count towards the limit. With a
 * larger share, a server that fills them could be killed, where now its write fails.
 */
const temporaryShare = 0.5

export interface RuntimeFacts {
  readonly provider: ProviderName
  /** The runtime's name in Docker; null: Docker's default. */
  readonly runtime: string | null
  readonly hasInit: boolean
  /** Whether the engine could reach published ports. */
  readonly canPublish: boolean
  readonly keepsVolumes: boolean
  /** The relay's files, which a list of hosts needs, or a sentence that says why they are unavailable. */
  readonly relay: Pick<RelayFiles, 'key' | 'loader'> | string
}

export type ImageFacts = Pick<ImageInspectInfo['Config'], 'Volumes' | 'Env'> &
  Partial<Pick<ImageInspectInfo['Config'], 'Entrypoint' | 'Cmd'>>

/** A workspace's containers all have this name, so that Docker itself refuses a second one. */
export function containerName({ slug, workspaceId }: ContainerSpec): string {
  return `switchboard-${slug.replace(/[^A-Za-z0-9_.-]/g, '-')}-${workspaceId.replaceAll('-', '').slice(0, 16)}`
}

export function containerConfig(spec: ContainerSpec, facts: RuntimeFacts, image: ImageFacts): ContainerCreateOptions {
  const published = publishedPorts(spec, facts)
  const relay = relayOf(spec, facts)
  return {
    name: containerName(spec),
    Image: spec.image,
    ...(relay === null && spec.command !== null && { Entrypoint: [...spec.command], Cmd: [] }),
    ...(relay !== null && { Entrypoint: gated(relay, spec, image), Cmd: [] }),
    Env: Object.entries({
      ...homeOf(spec, image),
      ...spec.environment,
      ...(relay !== null && relayVariables(spec, image)),
    }).map(([name, value]) => `${name}=${value}`),
    Labels: containerLabels(spec, facts),
    OpenStdin: spec.isBridged,
    // If the engine dies, the server sees the end of its stdin.
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
      Mounts: [...mountsOf(spec, facts), ...(relay === null ? [] : [relayMount(relay)])],
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
    // The same value as the memory limit means no swap.
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
    // Without an init process, a program that ignores SIGTERM would have to be killed.
    ...(hasInit && { Init: true }),
    // The engine reads all output, so Docker keeps no log.
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
        'A container with a port needs a network. Without a network, only a server on stdin and stdout can run.',
      )
    case 'allow':
      // The relay is the container's only way out, and the engine decides what may pass.
      return 'none'
  }
}

function relayOf(
  { network, ports }: ContainerSpec,
  { relay }: RuntimeFacts,
): Exclude<RuntimeFacts['relay'], string> | null {
  if (network.mode !== 'allow') return null
  if (typeof relay === 'string') throw new AppError('LIMIT_NOT_ENFORCEABLE', relay)
  if (ports.length > 0) throw new AppError('LIMIT_NOT_ENFORCEABLE', noPortsBesideHosts)
  return relay
}

/** The command that waits for the relay and then starts the image's own program. */
function gated(
  relay: Pick<RelayFiles, 'loader'>,
  { command }: ContainerSpec,
  { Entrypoint, Cmd }: ImageFacts,
): string[] {
  const own = command ?? [...[Entrypoint ?? []].flat(), ...(Cmd ?? [])]
  if (own.length === 0) throw new AppError('COMMAND_FAILED', 'The image names no program, so nothing can be started.')
  return nodeCommand(relay, '-e', gateProgram, '--', ...own)
}

/**
 * Passes on the server's `NODE_OPTIONS` under another name, because the relay and the gate also run on Node and must
 * not use them.
 */
function relayVariables({ environment }: ContainerSpec, { Env }: ImageFacts): Record<string, string> {
  const name = 'NODE_OPTIONS'
  const ofImage = (Env ?? []).find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1)
  const options = environment[name] ?? ofImage
  return { ...proxyVariables(), ...(options !== undefined && { [name]: '', [keptOptions]: options }) }
}

function publishedPorts(
  { ports }: ContainerSpec,
  { canPublish }: RuntimeFacts,
): NonNullable<HostConfig['PortBindings']> {
  if (ports.length > 0 && !canPublish)
    throw new AppError(
      'LIMIT_NOT_ENFORCEABLE',
      'The containers run on another machine, whose loopback ports cannot be reached from here. Use stdin and stdout.',
    )
  return Object.fromEntries(
    ports.map(({ container, host }) => [
      `${container}/tcp`,
      [{ HostIp: '127.0.0.1', HostPort: host === null ? '' : String(host) }],
    ]),
  )
}

function mountsOf(spec: ContainerSpec, facts: RuntimeFacts): MountSettings[] {
  if (spec.volumes.length + spec.folders.length > 0 && !facts.keepsVolumes)
    throw new AppError(
      'LIMIT_NOT_ENFORCEABLE',
      'Data written in a Firecracker virtual machine is lost when the machine is removed. Choose another runtime for a server with volumes.',
    )
  return [
    ...spec.volumes.map(({ name, path, isReadOnly = false }): MountSettings => {
      return { Type: 'volume', Source: name, Target: path, ...(isReadOnly && { ReadOnly: true }) }
    }),
    // A missing folder is an error. With `-v`, Docker would create it as root.
    ...spec.folders.map(({ from, path, isReadOnly }): MountSettings => {
      return { Type: 'bind', Source: from, Target: path, ReadOnly: isReadOnly }
    }),
  ]
}

/**
 * Mounts temporary folders in memory: /tmp, and those that the image declares as volumes, because anonymous volumes
 * would have no limit and no owner.
 */
function temporaryFolders(spec: ContainerSpec, image: ImageFacts): Record<string, string> {
  const kept = new Set(spec.volumes.map(({ path }) => path))
  const wanted = ['/tmp', ...Object.keys(image.Volumes ?? {})].filter((path) => !kept.has(path))
  const bound = Math.min(spec.limits.memoryBytes * temporaryShare, spec.limits.diskBytes ?? Infinity)
  return Object.fromEntries(wanted.map((path) => [path, `rw,nosuid,nodev,size=${Math.floor(bound)},mode=1777`]))
}

/** Sets HOME to a writable folder, because the default home is read-only. */
function homeOf({ environment }: ContainerSpec, { Env }: ImageFacts): Record<string, string> {
  const isSet = 'HOME' in environment || (Env ?? []).some((line) => line.startsWith('HOME='))
  return isSet ? {} : { HOME: '/tmp' }
}
