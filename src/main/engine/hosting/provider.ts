/**
 * What a container runtime does for a hosted server. A provider speaks to one runtime; everything that is the same for all of
 * them (schedule, bridge, rows, names of volumes) is on this side of the port. Nothing here assumes that the engine and the
 * container share a machine: no path of the host, no process id, no file descriptor.
 */
import type { ProviderName } from '#contract/hosting/container'

export interface Provider {
  readonly name: ProviderName
  /** What this runtime can do at the moment. Asked again each time; never rejects. */
  examine(): Promise<ProviderReport>
  /** Fetches the image if it is not there yet. Rejects with `IMAGE_NOT_FOUND` or `RUNTIME_UNAVAILABLE`. */
  bringImage(image: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<void>
  /**
   * Creates a container and starts it. Rejects with `IMAGE_NOT_FOUND`, `RUNTIME_UNAVAILABLE`, `PORT_TAKEN` or
   * `LIMIT_NOT_ENFORCEABLE`; nothing is left of it then. No event is told before the promise has settled.
   */
  start(spec: ContainerSpec, events: ContainerEvents): Promise<Container>
  /** The containers that engines with this owner's label left, running or not. */
  find(owner: string): Promise<readonly FoundContainer[]>
  /** Takes over a running container of `find`. Only what comes from now on is told; its stdin is not ours to use. */
  adopt(found: FoundContainer, events: ContainerEvents): Promise<Container>
  /** Ends a container of `find` and removes it. Its volumes stay. Idempotent. */
  remove(id: string): Promise<void>
  listVolumes(owner: string): Promise<readonly FoundVolume[]>
  /** Rejects with `VOLUME_IN_USE` while a container has it. */
  removeVolume(name: string): Promise<void>
  /** A tar of what is in it, as it is read. */
  backupVolume(name: string): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}

export interface ProviderReport {
  readonly available: boolean
  /** Why not, and how to get it, in words for a person; null when it is available. */
  readonly missing: { readonly reason: string; readonly repair: string } | null
  readonly can: {
    /** `disk`: of all that is not a volume. */
    readonly limits: { readonly cpu: boolean; readonly memory: boolean; readonly disk: boolean }
    /** Volumes have a size, so that the limit of disk holds for servers with volumes, too. */
    readonly volumeSizes: boolean
    readonly volumes: boolean
    readonly ports: boolean
    readonly usage: boolean
    readonly allowList: boolean
  }
  /** The containers run at a company of others: used only with a key and consent. */
  readonly isCloud: boolean
}

export interface PullProgress {
  readonly doneBytes: number
  /** Null while the runtime has not said it. */
  readonly totalBytes: number | null
}

export interface ContainerSpec {
  /** Of the engine, or the engines on one store, whose containers these are: a label. */
  readonly owner: string
  /** The id of the row in `agent_workspaces`: a label, by which a later engine finds it. */
  readonly workspaceId: string
  /** A readable part of the container's name. */
  readonly slug: string
  /** Grows with each container of a workspace, so that two can be told apart: a label. */
  readonly generation: number
  readonly image: string
  /** Null: what the image says. */
  readonly command: readonly string[] | null
  /** Values in clear, at the last moment. Never in labels, names, logs or errors. */
  readonly environment: Readonly<Record<string, string>>
  readonly limits: ContainerLimits
  readonly volumes: readonly { readonly name: string; readonly path: string }[]
  /** Published on loopback of where the engine can reach it. `host` null: any free one. */
  readonly ports: readonly { readonly container: number; readonly host: number | null }[]
  readonly network: NetworkRule
  /** MCP is spoken on stdin and stdout; without it stdout is only a log, and stdin is closed. */
  readonly isBridged: boolean
}

export interface ContainerLimits {
  /** Of a core: 0.5 is half of one. */
  readonly cpu: number
  readonly memoryBytes: number
  /** Of each volume. Null where it is a default that this runtime cannot hold: it is not asked for. */
  readonly diskBytes: number | null
}

export type NetworkRule =
  | { readonly mode: 'none' }
  | { readonly mode: 'full' }
  | { readonly mode: 'allow'; readonly hosts: readonly string[] }

export interface ContainerEvents {
  /** Bytes as they came, in order, split anywhere. The next ones come when the promise, if there is one, has settled. */
  onStdout(bytes: Uint8Array): void | Promise<void>
  onStderr(bytes: Uint8Array): void | Promise<void>
  /** Exactly once, after all output. */
  onExit(exit: ContainerExit): void
}

export interface ContainerExit {
  /** Null when the runtime could not say, for example because it is gone itself. */
  readonly code: number | null
  /** The kernel ended it because its memory was full. */
  readonly isOutOfMemory: boolean
}

export interface Container {
  readonly id: string
  readonly startedAt: number
  /** Resolves when there is room for more; rejects when it cannot be written any more. */
  write(text: string): Promise<void>
  /** Where a published port is reached, as `http://host:port`; null if it is not published. */
  address(containerPort: number): string | null
  /** Null where the runtime cannot say. */
  usage(): Promise<ContainerUsage | null>
  /** SIGTERM, SIGKILL after `graceMs`, then removed. Idempotent; resolves when nothing of it is left. Volumes stay. */
  stop(graceMs: number): Promise<void>
}

export interface ContainerUsage {
  readonly cpuPercent: number
  readonly memoryBytes: number
}

export interface FoundContainer {
  readonly id: string
  readonly workspaceId: string
  readonly generation: number
  readonly isRunning: boolean
  readonly startedAt: number
  readonly image: string
}

export interface FoundVolume {
  readonly name: string
  readonly workspaceId: string
  readonly path: string
  /** Null where the runtime cannot say. */
  readonly bytes: number | null
  readonly isInUse: boolean
}
