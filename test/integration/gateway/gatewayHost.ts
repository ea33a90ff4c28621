/** A gateway on its own port, with a scripted engine and a clock that the test advances. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { adminGrant, type ClientGrant, type Grant } from '#engine/access/grant'
import { createGateway, type Gateway, type GatewayOptions } from '#engine/gateway/gateway'
import { scriptedEngine, type ScriptedEngine } from '#test/integration/gateway/scriptedEngine'
import { manualClock, type ManualClock } from '#test/support/manualClock'
import { recordingLog, type RecordingLog } from '#test/support/recordingLog'

export interface GatewayHost {
  readonly url: string
  readonly gateway: Gateway
  readonly engine: ScriptedEngine
  readonly clock: ManualClock
  readonly log: RecordingLog
  /** Resolves when the next request has arrived. */
  nextRequest(): Promise<[IncomingMessage, ServerResponse]>
  /** Resolves when every request that has arrived until now is finished. */
  settled(): Promise<unknown>
  close(): Promise<void>
}

/** Opens a gateway. `grant` applies to every request, on every wire. */
export async function openGateway(
  limits: GatewayOptions['limits'] = {},
  grant: Grant = adminGrant,
): Promise<GatewayHost> {
  const engine = scriptedEngine()
  const clock = manualClock()
  const log = recordingLog()
  const makeId = () => crypto.randomUUID()
  const { views, router, resourceUpdates } = engine
  const access = { grantNamed: () => grant as ClientGrant, onChanged: () => undefined, onRevoked: () => undefined }
  const gateway = createGateway({
    views,
    router,
    resourceUpdates,
    clock,
    log,
    makeId,
    version: '9.9.9',
    limits,
    ...(grant.client !== null && { access }),
  })
  const requests: Promise<void>[] = []
  const server = createServer((request, response) => {
    const { url: asked = '' } = request
    const serve = asked.startsWith('/sse') ? gateway.handleSse : gateway.handle
    requests.push(serve(request, response, asked.slice('/mcp'.length), grant))
  })
  const url = `http://127.0.0.1:${await listen(server)}/mcp`
  return {
    url,
    gateway,
    engine,
    clock,
    log,
    nextRequest: () => once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>,
    settled: () => Promise.all(requests),
    close: async () => {
      gateway.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
