/**
 * The doctor's access to hosted servers, which have one container each. A running container is examined without
 * starting a second one beside it. A stopped one is started for a moment.
 */
import type { ContainerLaunch } from '#contract/servers/server'
import type { Finding } from '#contract/servers/doctor'
import type { OpenTransport } from '#engine/connections/transport'

export interface ContainerWard {
  /** Each known runtime, with what it lacks. */
  runtimes(): Promise<readonly Finding[]>
  /**
   * The runtime that would run the server, and the limits that it cannot enforce. Rejects if no runtime can run the
   * server.
   */
  choose(launch: ContainerLaunch): Promise<ChosenRuntime>
  /** Resolves with whether the image had to be pulled. Rejects with the reason if the image is not available. */
  bringImage(launch: ContainerLaunch, runtime: string, signal: AbortSignal): Promise<boolean>
  condition(slug: string): Promise<ContainerCondition>
  /** `label` is the slug. Rejects while one of the server's containers is running. */
  readonly open: OpenTransport<ContainerLaunch>
}

export interface ChosenRuntime {
  readonly name: string
  readonly notEnforced: readonly string[]
}

export interface ContainerCondition {
  /** The server's running container; null if none is running here. */
  readonly running: {
    readonly id: string
    readonly upSeconds: number
    readonly memoryBytes: number | null
    readonly isSilent: boolean
    readonly tools: readonly unknown[]
  } | null
  readonly restarts: number
  readonly lastCrash: { readonly at: string; readonly exitCode: number | null } | null
}
