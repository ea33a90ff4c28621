/**
 * The port of a container runtime. A provider speaks to one runtime; everything that is the same for all of them (schedule,
 * bridge, rows, names of volumes) is on this side of the port. Nothing here assumes that the engine and the container share a
 * machine: no process id, no file descriptor, and a path of the host only where a runtime reports that it shares the machine
 * (`folders`).
 */
import type { ProviderName } from '#contract/hosting/container'

export interface Provider {
  readonly name: ProviderName
  /** What this runtime can do now. Asked each time; never rejects. */
  examine(): Promise<ProviderReport>
  /** Fetches the image if it is missing. Rejects with `IMAGE_NOT_FOUND` or `RUNTIME_UNAVAILABLE`. */
  bringImage(image: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<void>
  /**
   * Creates a container and starts it. Rejects with `IMAGE_NOT_FOUND`, `RUNTIME_UNAVAILABLE`, `PORT_TAKEN`,
   * `LIMIT_NOT_ENFORCEABLE`, `NOT_FOUND` (a volume that must exist), or `CONFLICT` (the workspace has a container of this
   * generation or a newer one); then nothing of it is left. No event is sent before the promise has settled.
   */
  start(spec: ContainerSpec, events: ContainerEvents): Promise<Container>
  /** Containers with this owner's label, running or not. */
  find(owner: string): Promise<readonly FoundContainer[]>
  /** Adopts a running container from `find`. Only later output is reported; its stdin is not ours to use. */
  adopt(found: FoundContainer, events: ContainerEvents): Promise<Container>
  /** Ends a container from `find` and removes it. Its volumes stay. Idempotent. */
  remove(id: string): Promise<void>
  listVolumes(owner: string): Promise<readonly FoundVolume[]>
  /** Rejects with `VOLUME_IN_USE` while a container uses it. */
  removeVolume(name: string): Promise<void>
  /** A tar of its content, streamed. */
  backupVolume(name: string): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}

export interface ProviderReport {
  readonly available: boolean
  /** As a person knows it, such as "Docker Engine 28.2.2"; absent if unknown. */
  readonly version?: string | null
  /** Why it is unavailable, and how to fix that, for a person; null if it is available. */
  readonly missing: { readonly reason: string; readonly repair: string } | null
  readonly can: {
    /** `disk`: everything except volumes. */
    readonly limits: { readonly cpu: boolean; readonly memory: boolean; readonly disk: boolean }
    /** Volumes have a maximum size, so the disk limit also covers servers with volumes. */
    readonly volumeSizes: boolean
    readonly volumes: boolean
    readonly ports: boolean
    readonly usage: boolean
    /** The runtime shares the engine's machine, so a container can see folders of it. */
    readonly folders: boolean
  }
  /** Why a container cannot be limited to a list of hosts, as a text for a person; null if it can. */
  readonly noAllowList: string | null
  /** The containers run at another company: used only with a key and consent. */
  readonly isCloud: boolean
}

export interface PullProgress {
  readonly doneBytes: number
  /** Null until the runtime reports it. */
  readonly totalBytes: number | null
}

export interface ContainerSpec {
  /** Label: the store whose engines own these containers. */
  readonly owner: string
  /** Label: id of the row in `agent_workspaces`, by which a later engine finds the container. */
  readonly workspaceId: string
  /** A readable part of the container's name. */
  readonly slug: string
  /** Label: grows with each container of a workspace: the newer of two has the higher one. */
  readonly generation: number
  readonly image: string
  /** Null: the image's command. */
  readonly command: readonly string[] | null
  /** Values in clear, resolved at the last moment. Never in labels, names, logs or errors. */
  readonly environment: Readonly<Record<string, string>>
  readonly limits: ContainerLimits
  readonly volumes: readonly MountedVolume[]
  /** Folders of the engine's machine that a person shares with it; empty if the runtime cannot mount any. */
  readonly folders: readonly { readonly from: string; readonly path: string; readonly isReadOnly: boolean }[]
  /** Published on loopback of where the engine can reach it. `host` null: any free one. */
  readonly ports: readonly { readonly container: number; readonly host: number | null }[]
  readonly network: NetworkRule
  /** MCP is spoken on stdin and stdout. Otherwise stdout is only a log, and stdin is closed. */
  readonly isBridged: boolean
}

export interface MountedVolume {
  readonly name: string
  readonly path: string
  readonly isReadOnly?: boolean
  /** It is never made empty: without it, the start rejects with `NOT_FOUND`. */
  readonly mustExist?: boolean
}

export interface ContainerLimits {
  /** In cores: 0.5 is half a core. */
  readonly cpu: number
  readonly memoryBytes: number
  /** Limit of each volume. Null: a default that this runtime cannot enforce, so it is not asked for. */
  readonly diskBytes: number | null
}

export type NetworkRule =
  | { readonly mode: 'none' }
  | { readonly mode: 'full' }
  | { readonly mode: 'allow'; readonly hosts: readonly string[] }

export interface ContainerEvents {
  /** Bytes as they came, in order, split anywhere. The next bytes come after the promise, if any, has settled. */
  onStdout(bytes: Uint8Array): void | Promise<void>
  onStderr(bytes: Uint8Array): void | Promise<void>
  /** A text of the engine for the server's log. Called at any time after the container was created. */
  onNote?(sentence: string): void
  /** Called exactly once, after all output. */
  onExit(exit: ContainerExit): void
}

export interface ContainerExit {
  /** Null if the runtime could not say, for example because it is gone itself. */
  readonly code: number | null
  /** The kernel ended it because it was out of memory. */
  readonly isOutOfMemory: boolean
}

export interface Container {
  readonly id: string
  readonly startedAt: number
  /** Resolves when more can be written; rejects when nothing can be written any more. */
  write(text: string): Promise<void>
  /** Where a published port is reached, as `http://host:port`; null if it is not published. */
  address(containerPort: number): string | null
  /** The headers that a request to a port must have; absent if none are needed. */
  portHeaders?(containerPort: number): Readonly<Record<string, string>>
  /** Null if the runtime cannot say. */
  usage(): Promise<ContainerUsage | null>
  /** Its requests through a list of allowed hosts; null if it has another network, or none. */
  network(): NetworkUse | null
  /** SIGTERM, SIGKILL after `graceMs`, then removal. Idempotent; resolves when nothing of it is left. Volumes stay. */
  stop(graceMs: number): Promise<void>
}

export interface ContainerUsage {
  readonly cpuPercent: number
  readonly memoryBytes: number
}

/** Since the container was started. */
export interface NetworkUse {
  readonly allowed: number
  readonly refused: number
  /** The first refused targets, as `host:port`, each once. */
  readonly refusedTargets: readonly string[]
}

/** A list of hosts works in one direction: nothing reaches into such a container. */
export const noPortsBesideHosts =
  'A server that is reached at a port cannot be kept to a list of hosts: use stdin and stdout, or another network.'

export interface FoundContainer {
  readonly id: string
  readonly workspaceId: string
  readonly generation: number
  readonly isRunning: boolean
  /** It was made, and not started so far. */
  readonly isStarting: boolean
  readonly startedAt: number
  readonly image: string
}

export interface FoundVolume {
  readonly name: string
  readonly workspaceId: string
  readonly path: string
  /** Null if the runtime cannot say. */
  readonly bytes: number | null
  readonly isInUse: boolean
}
