/** Turns a registration into a server's launch and settings, and waits for its start. */
import type { ErrorCode } from '#contract/errors'
import { type AddedServer, type ConnectionState, type ContainerLaunch, serverSettings } from '#contract/servers/server'
import type { PackageRun, SharedFolder } from '#contract/hosting/package'
import type { HostedRegistration } from '#contract/hosting/registration'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { Clock } from '#engine/ports'

export interface HostedAsked extends AddedServer {
  readonly launch: ContainerLaunch
}

/** How long a request waits for the server to start. After that, it is answered with the server's current state. */
export const comingUpMs = 30_000
/** The errors that mean that the server cannot run at all. After one of them, the registration is undone. */
const refusals = new Set<ErrorCode>([
  'IMAGE_NOT_FOUND',
  'RUNTIME_UNAVAILABLE',
  'PORT_TAKEN',
  'LIMIT_NOT_ENFORCEABLE',
  'INSTALL_FAILED',
])

export function isRefusal(code: ErrorCode): boolean {
  return refusals.has(code)
}

/** Over a bridge, a server gets one request at a time. Over HTTP, it gets as many as any other server. */
const bridgeConcurrency = 1

export interface PackagedRegistration extends HostedRegistration {
  readonly package?: PackageRun | null
  readonly folders?: readonly SharedFolder[]
}

export function serverOf(asked: PackagedRegistration, projectId: string): HostedAsked {
  const usual = serverSettings.parse({})
  return {
    ...usual,
    name: asked.name,
    projectId,
    restart: asked.restart_policy,
    timeoutMs: asked.call_timeout_ms,
    concurrency: asked.stdio_bridge ? bridgeConcurrency : usual.concurrency,
    idleStopMs: null,
    launch: {
      transport: 'container',
      image: asked.image,
      stdioBridge: asked.stdio_bridge,
      environment: asked.environment,
      ports: asked.ports,
      volumes: asked.volumes,
      limits: asked.resource_limits,
      provider: asked.provider,
      allowWeaker: asked.allow_weaker,
      allowCloud: asked.allow_cloud,
      network: asked.network,
      heartbeatMs: asked.heartbeat_ms,
      package: asked.package ?? null,
      folders: [...(asked.folders ?? [])],
    },
  }
}

/** Waits until the server is ready or has failed. After `limitMs`, resolves with its current state. */
export async function cameUp(connection: ServerConnection, clock: Clock, limitMs: number): Promise<ConnectionState> {
  const deadline = clock.elapsed() + limitMs
  while (!isAnswer(connection.state, clock.now()) && clock.elapsed() < deadline) {
    await new Promise<void>((resolve) => {
      const timer = clock.after(deadline - clock.elapsed(), resolve)
      void connection.changed().then(() => {
        timer.cancel()
        resolve()
      })
    })
  }
  return connection.state
}

/** Whether the state is final. It is not if the server failed and restarts immediately. */
function isAnswer(state: ConnectionState, now: number): boolean {
  if (state.kind === 'backingOff') return state.retryAt > now
  return state.kind === 'ready' || state.kind === 'failed' || state.kind === 'stopped'
}
