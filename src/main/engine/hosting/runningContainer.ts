/** A container of a hosted server, for the parts of the engine that use one. */
import type { LimitName, ProviderName } from '#contract/hosting/container'
import type { ContainerLaunch } from '#contract/servers/server'
import type { Container, ContainerEvents } from '#engine/hosting/provider'

export interface RunningContainer {
  readonly container: Container
  /** Asks the container to end, then removes it; volumes stay. Idempotent; resolves when nothing of it is left. */
  stop(): Promise<void>
}

/** Rejects with `SERVER_UNAVAILABLE` if another engine runs the server, and with a provider's errors. `signal` ends the start. */
export type RunContainer = (
  slug: string,
  launch: ContainerLaunch,
  events: ContainerEvents,
  signal?: AbortSignal,
) => Promise<RunningContainer>

/** A container that runs, or is being stopped. */
export interface LiveContainer {
  readonly container: Container
  readonly provider: ProviderName
  readonly notEnforced: readonly LimitName[]
}
