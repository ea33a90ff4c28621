/** A registration as a server: its launch and settings; and when what came of it is told. */
import { type AddedServer, type ConnectionState, type ContainerLaunch, serverSettings } from '#contract/servers/server'
import type { HostedRegistration } from '#contract/hosting/registration'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { Clock } from '#engine/ports'

interface HostedAsked extends AddedServer {
  readonly launch: ContainerLaunch
}

/** One request at a time goes to a bridge; a server on HTTP takes as many as any other. */
const bridgeConcurrency = 1

export function serverOf(asked: HostedRegistration, projectId: string): HostedAsked {
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
      network: asked.network,
      heartbeatMs: asked.heartbeat_ms,
    },
  }
}

/** Resolves when it is ready or in error; when its time is over, with what it is then. */
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

/** One that is started again at once is on its way still. */
function isAnswer(state: ConnectionState, now: number): boolean {
  if (state.kind === 'backingOff') return state.retryAt > now
  return state.kind === 'ready' || state.kind === 'failed' || state.kind === 'stopped'
}
