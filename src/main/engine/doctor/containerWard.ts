/**
 * The doctor's access to hosted servers. Each has one container: a running one is examined as it is, with no second one beside
 * it; a stopped one is started for a moment.
 */
import type { ContainerLaunch } from '#contract/servers/server'
import type { Finding } from '#contract/servers/doctor'
import type { OpenTransport } from '#engine/connections/transport'

export interface ContainerWard {
  /** Each known runtime, with what it lacks. */
  runtimes(): Promise<readonly Finding[]>
  /** The runtime that would run the server, and the limits it cannot enforce. Rejects if none can run it. */
  choose(launch: ContainerLaunch): Promise<ChosenRuntime>
  /** Whether the image had to be fetched. Rejects with the reason if it is not available. */
  bringImage(launch: ContainerLaunch, runtime: string, signal: AbortSignal): Promise<boolean>
  condition(slug: string): Promise<ContainerCondition>
  /** `label` is the slug. Rejects while a container of the server runs. */
  readonly open: OpenTransport<ContainerLaunch>
}

export interface ChosenRuntime {
  readonly name: string
  readonly notEnforced: readonly string[]
}

export interface ContainerCondition {
  /** Null: no container runs here. */
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
