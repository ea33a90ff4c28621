/** Describes a hosted server for the API and the page, from its connection, its row and its container. Pure. */
import { defaultLimits } from '#contract/hosting/container'
import type { HostedServer, HostedStatus, HostedUsage } from '#contract/hosting/hostedServer'
import { errorIn } from '#contract/servers/errorIn'
import type { ConnectionState, ContainerLaunch } from '#contract/servers/server'
import { versionOf } from '#engine/hosted/hostedSettings'
import type { ConnectionHealth } from '#engine/connections/serverConnection'
import type { LiveContainer } from '#engine/hosting/runningContainer'
import type { WorkspaceCrash, WorkspaceRow, WorkspaceStatus } from '#engine/store/servers/workspaceStore'
import type { ServerDefinition } from '#engine/store/servers/serverRow'

export interface HostedFacts {
  readonly definition: ServerDefinition
  readonly launch: ContainerLaunch
  readonly projectId: string
  readonly state: ConnectionState
  readonly health: ConnectionHealth
  readonly row: WorkspaceRow
  readonly live: LiveContainer | null
  readonly usage: HostedUsage | null
  readonly volumes: HostedServer['volumes']
  /** The other engine that runs the server, if any. */
  readonly elsewhere: string | null
  readonly now: number
}

export function hostedSnapshot(facts: HostedFacts): HostedServer {
  const { definition, launch, state, row, live, elsewhere, usage, volumes, projectId, now } = facts
  const column = elsewhere === null ? (statusOf(state) ?? row.status) : row.status
  const error = column === 'error' && elsewhere === null ? errorIn(state) : null
  const provider = live?.provider ?? (row.provider as HostedServer['provider'])
  return {
    id: definition.id,
    slug: definition.slug,
    project_id: projectId,
    name: definition.name,
    image: launch.image,
    container_id: live?.container.id ?? row.containerId,
    provider,
    stdio_bridge: launch.stdioBridge,
    restart_policy: definition.restart,
    state: column,
    status: elsewhere === null ? ownStatus(facts) : remoteStatus(row.status),
    busy: facts.health.isBusy,
    uptime_seconds:
      live === null || state.kind !== 'ready' ? 0 : Math.max(0, Math.floor((now - live.container.startedAt) / 1_000)),
    restart_count: row.restartCount,
    last_crash: row.lastCrash === null ? null : shownCrash(row.lastCrash),
    next_restart_at:
      state.kind === 'backingOff' && elsewhere === null && state.retryAt > now ? timeText(state.retryAt) : null,
    warning: warningOf(facts),
    usage,
    resource_limits: { ...defaultLimits, ...givenLimits(launch), not_enforced: [...(live?.notEnforced ?? [])] },
    ports: launch.ports.map(({ container, host = null, path }) => ({
      container,
      host: publishedPort(live, container) ?? host,
      path,
    })),
    volumes,
    network: { mode: launch.network.mode, hosts: launch.network.hosts, use: shownUse(live) },
    environment_names: Object.keys(launch.environment),
    package: versionOf(launch),
    folders: launch.folders,
    error: error === null ? null : { code: error.code, message: error.message },
  }
}

export function shownCrash({ at, exitCode, stderr }: WorkspaceCrash): NonNullable<HostedServer['last_crash']> {
  return { at: timeText(at), exit_code: exitCode, stderr }
}

export function timeText(at: number): string {
  return new Date(at).toISOString()
}

/** The value to store for a connection's state. Null leaves the stored value unchanged. */
export function statusOf(state: ConnectionState): WorkspaceStatus | null {
  switch (state.kind) {
    case 'starting':
      return 'creating'
    case 'ready':
      return 'ready'
    case 'backingOff':
    case 'failed':
      return 'error'
    case 'stopped':
    case 'stopping':
      return null
  }
}

function ownStatus({ state, health }: HostedFacts): HostedStatus {
  switch (state.kind) {
    case 'ready':
      return health.isSilent ? 'unresponsive' : 'running'
    case 'starting':
    case 'backingOff':
      return 'restarting'
    case 'stopped':
    case 'stopping':
    case 'failed':
      return 'stopped'
  }
}

function remoteStatus(status: WorkspaceStatus): HostedStatus {
  return { creating: 'restarting', ready: 'running', error: 'stopped' }[status] as HostedStatus
}

function warningOf({ elsewhere, health }: HostedFacts): string | null {
  if (elsewhere !== null) return `Another engine on this database runs this server: ${elsewhere}.`
  if (health.isInCrashLoop)
    return 'It ended more than 3 times within a minute. It is restarted after increasing delays.'
  return health.isSilent ? 'It is running but does not answer heartbeats. It may be busy with long work.' : null
}

function givenLimits({ limits: { cpu, memory, disk } }: ContainerLaunch) {
  return {
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(disk !== undefined && { disk }),
  }
}

function shownUse(live: LiveContainer | null): HostedServer['network']['use'] {
  const use = live?.container.network() ?? null
  return use === null ? null : { allowed: use.allowed, refused: use.refused, refused_targets: [...use.refusedTargets] }
}

function publishedPort(live: LiveContainer | null, port: number): number | null {
  const address = live?.container.address(port) ?? null
  return address === null ? null : Number(new URL(address).port) || null
}
