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
  const column = elsewhere === null ? (statusOf(kindOf(facts)) ?? row.status) : remoteState(row)
  const error = column === 'error' && elsewhere === null ? errorIn(state) : null
  const provider = live?.provider ?? (row.provider as HostedServer['provider'])
  return {
    id: definition.id,
    slug: definition.slug,
    project_id: projectId,
    name: definition.name,
    image: launch.image,
    container_id: (elsewhere === null ? live?.container.id : null) ?? row.containerId,
    provider,
    stdio_bridge: launch.stdioBridge,
    restart_policy: definition.restart,
    state: column,
    status: elsewhere === null ? ownStatus(facts) : remoteStatuses[remoteState(row)],
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

/** The value to store for the kind of a connection's state. Null leaves the stored value unchanged. */
export function statusOf(kind: ConnectionState['kind']): WorkspaceStatus | null {
  switch (kind) {
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

/** The kind of state to show. A connection may stay ready for a moment after its container is gone. */
function kindOf({ state, live }: HostedFacts): ConnectionState['kind'] {
  return state.kind === 'ready' && live === null ? 'starting' : state.kind
}

function ownStatus(facts: HostedFacts): HostedStatus {
  const kind = kindOf(facts)
  switch (kind) {
    case 'ready':
      return facts.health.isSilent ? 'unresponsive' : 'running'
    case 'starting':
    case 'backingOff':
      return 'restarting'
    case 'stopped':
    case 'stopping':
    case 'failed':
      return 'stopped'
  }
}

const remoteStatuses = {
  creating: 'restarting',
  ready: 'running',
  error: 'stopped',
} as const satisfies Record<WorkspaceStatus, HostedStatus>

/** The status in another engine, which removes the container's id from the row before it notes the next start. */
function remoteState({ status, containerId }: WorkspaceRow): WorkspaceStatus {
  return status === 'ready' && containerId === null ? 'creating' : status
}

function warningOf({ elsewhere, health }: HostedFacts): string | null {
  if (elsewhere !== null) return `Another engine on this database (${elsewhere}) is already running this server.`
  if (health.isInCrashLoop)
    return 'It exited more than 3 times within a minute. It is restarted after increasing delays.'
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
