/** A connection's request to start a container. Pure. */
import { AppError } from '#contract/errors'
import type { ContainerLaunch } from '#contract/servers/server'
import type { ContainerEvents } from '#engine/hosting/provider'

export interface Wish {
  readonly slug: string
  readonly launch: ContainerLaunch
  readonly events: ContainerEvents
  readonly signal: AbortSignal
  /** Whether the container is started only to be examined. */
  readonly isTrial: boolean
}

export function onlyOne(slug: string): AppError {
  return new AppError('CONFLICT', `The container for ${slug} is already running. Only one can run at a time.`)
}

export function runElsewhere(owner: string | null): AppError {
  const message =
    owner === null
      ? 'Another engine on this database was running this server. Try again.'
      : `Another engine on this database (${owner}) is already running this server.`
  return new AppError('SERVER_UNAVAILABLE', message, { data: { owner } })
}
