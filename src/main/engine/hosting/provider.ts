/**
 * The interface of a container runtime. A provider talks to one runtime. Everything that all runtimes share
 * (scheduling, bridges, rows, volume names) is outside the provider. Nothing here assumes that engine and container
 * share a machine: there are no process ids or file descriptors, and the host's paths are used only if the runtime
 * reports that it shares the machine (`folders`).
 */
import type { ProviderName } from '#contract/hosting/container'

export interface Provider {
  readonly name: ProviderName
  /** Reports what this runtime can do at the moment. Never rejects. */
  examine(): Promise<ProviderReport>
  /** Fetches the image if it is missing. Rejects with `IMAGE_NOT_FOUND` or `RUNTIME_UNAVAILABLE`. */
  bringImage(image: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<void>
  /**
   * Creates a container and starts it. Rejects with `IMAGE_NOT_FOUND`, `RUNTIME_UNAVAILABLE`, `PORT_TAKEN`,
   * `LIMIT_NOT_ENFORCEABLE`, `NOT_FOUND` (a volume that must exist), or `CONFLICT` (the workspace has a container of
   * this generation or a newer one). After a rejection, nothing of the container is left. Events begin only after the
   * promise has settled.
   */
  start(spec: ContainerSpec, events: ContainerEvents): Promise<Container>
  /** Lists the containers with this owner's label, running or not. */
  find(owner: string): Promise<readonly FoundContainer[]>
  /**
   * Takes over a running container that `find` returned. Only later output is reported, and its stdin cannot be used.
   */
  adopt(found: FoundContainer, events: ContainerEvents): Promise<Container>
  /** Ends and removes a container that `find` returned. Its volumes stay. Idempotent. */
  remove(id: string): Promise<void>
  listVolumes(owner: string): Promise<readonly FoundVolume[]>
  /** Rejects with `VOLUME_IN_USE` while a container uses the volume. */
  removeVolume(name: string): Promise<void>
  /** Streams the volume's content as a tar. */
  backupVolume(name: string): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}

export interface ProviderReport {
  readonly available: boolean
  /** The runtime's name and version for a person, such as "Docker Engine 28.2.2"; absent if unknown. */
  readonly version?: string | null
  /** Why the runtime is unavailable and how to fix that, for a person. Null if it is available. */
  readonly missing: { readonly reason: string; readonly repair: string } | null
  readonly can: {
    /** Whether each limit can be enforced. `disk`: the disk space outside volumes. */
    readonly limits: { readonly cpu: boolean; readonly memory: boolean; readonly disk: boolean }
    /** Whether volumes have a maximum size, so that the disk limit covers volumes, too. */
    readonly volumeSizes: boolean
    readonly volumes: boolean
    readonly ports: boolean
    readonly usage: boolean
    /** Whether the runtime is on the engine's machine, so that containers can mount its folders. */
    readonly folders: boolean
  }
  /** Why containers cannot be limited to a list of hosts, for a person. Null if they can. */
  readonly noAllowList: string | null
  /** Whether the containers run at another company. Such a runtime needs a key, and a person's consent. */
  readonly isCloud: boolean
}

export interface PullProgress {
  readonly doneBytes: number
  /** The size of the whole download; null until the runtime reports it. */
  readonly totalBytes: number | null
}

export interface ContainerSpec {
  /** A label: the store whose engines own these containers. */
  readonly owner: string
  /** A label: the id of the server's row in `agent_workspaces`, by which a later engine finds the container. */
  readonly workspaceId: string
  /** The server's short name, used as a readable part of the container's name. */
  readonly slug: string
  /** A label: increases with each container of a workspace, so the newer of two has the higher number. */
  readonly generation: number
  readonly image: string
  /** The command to run; null: the image's own. */
  readonly command: readonly string[] | null
  /**
   * Plain values, including secrets, resolved just before the start. They never appear in labels, names, logs or
   * errors.
   */
  readonly environment: Readonly<Record<string, string>>
  readonly limits: ContainerLimits
  readonly volumes: readonly MountedVolume[]
  /** Folders of the engine's machine that a person shares with the container. Empty if the runtime cannot mount any. */
  readonly folders: readonly { readonly from: string; readonly path: string; readonly isReadOnly: boolean }[]
  /** Ports to publish on loopback, where the engine can reach them. `host` null: any free port. */
  readonly ports: readonly { readonly container: number; readonly host: number | null }[]
  readonly network: NetworkRule
  /** Whether MCP is spoken on stdin and stdout. Otherwise stdin is closed and stdout is only a log. */
  readonly isBridged: boolean
}

export interface MountedVolume {
  readonly name: string
  readonly path: string
  readonly isReadOnly?: boolean
  /** Whether a missing volume makes the start reject with `NOT_FOUND`, instead of being created empty. */
  readonly mustExist?: boolean
}

export interface ContainerLimits {
  /** The limit in cores: 0.5 is half a core. */
  readonly cpu: number
  readonly memoryBytes: number
  /** The limit of each volume. Null if only the default applies and this runtime cannot enforce it. */
  readonly diskBytes: number | null
}

export type NetworkRule =
  | { readonly mode: 'none' }
  | { readonly mode: 'full' }
  | { readonly mode: 'allow'; readonly hosts: readonly string[] }

export interface ContainerEvents {
  /** Bytes in order, split anywhere. If a promise is returned, the next bytes come after it has settled. */
  onStdout(bytes: Uint8Array): void | Promise<void>
  onStderr(bytes: Uint8Array): void | Promise<void>
  /** Adds a sentence from the engine to the server's log. Called at any time after the container was created. */
  onNote?(sentence: string): void
  /** Called exactly once, after all output. */
  onExit(exit: ContainerExit): void
}

export interface ContainerExit {
  /** The exit code. Null if the runtime could not report it, for example because the runtime itself was stopped. */
  readonly code: number | null
  /** Whether the kernel killed the container because memory ran out. */
  readonly isOutOfMemory: boolean
}

export interface Container {
  readonly id: string
  readonly startedAt: number
  /** Resolves when more can be written. Rejects when no more can ever be written. */
  write(text: string): Promise<void>
  /** The address of a published port, as `http://host:port`. Null if the port is not published. */
  address(containerPort: number): string | null
  /** The headers that requests to a port must have. Absent if none are needed. */
  portHeaders?(containerPort: number): Readonly<Record<string, string>>
  /** The container's current usage; null if the runtime does not report it. */
  usage(): Promise<ContainerUsage | null>
  /** The container's requests through a list of hosts. Null if it has no such list. */
  network(): NetworkUse | null
  /**
   * Sends SIGTERM, then SIGKILL after `graceMs`, then removes the container. Volumes stay. Resolves when nothing else
   * of it is left. Idempotent.
   */
  stop(graceMs: number): Promise<void>
}

export interface ContainerUsage {
  readonly cpuPercent: number
  readonly memoryBytes: number
}

/** Counts of requests since the container was started. */
export interface NetworkUse {
  readonly allowed: number
  readonly refused: number
  /** The first targets that were refused, as `host:port`, each once. */
  readonly refusedTargets: readonly string[]
}

/** A list of hosts covers outgoing connections only: nothing can connect to such a container. */
export const noPortsBesideHosts =
  'A server that listens on a port cannot be limited to a list of hosts: use stdin and stdout, or another network.'

export interface FoundContainer {
  readonly id: string
  readonly workspaceId: string
  readonly generation: number
  readonly isRunning: boolean
  /** Whether the container was created but not started yet. */
  readonly isStarting: boolean
  readonly startedAt: number
  readonly image: string
}

export interface FoundVolume {
  readonly name: string
  readonly workspaceId: string
  readonly path: string
  /** The volume's size; null if the runtime does not report it. */
  readonly bytes: number | null
  readonly isInUse: boolean
}
