/** A hosted server's container, as the rest of the engine uses it. */
import type { LimitName, ProviderName } from '#contract/hosting/container'
import type { ContainerLaunch } from '#contract/servers/server'
import type { Container, ContainerEvents } from '#engine/hosting/provider'

export interface RunningContainer {
  readonly container: Container
  /**
   * Asks the container to exit, then removes it. Volumes stay. Resolves when nothing else of it is left. Idempotent.
   */
  stop(): Promise<void>
}

/**
 * Runs a server's container. Rejects with `SERVER_UNAVAILABLE` if another engine runs the server, or with a provider's
 * error. `signal` aborts the start.
 */
export type RunContainer = (
  slug: string,
  launch: ContainerLaunch,
  events: ContainerEvents,
  signal?: AbortSignal,
) => Promise<RunningContainer>

/** A container that is running or being stopped. */
export interface LiveContainer {
  readonly container: Container
  readonly provider: ProviderName
  readonly notEnforced: readonly LimitName[]
}
