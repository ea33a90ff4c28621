/** Starts one engine with a project for each kind of server. HTTP servers are remote servers, behind another engine. */
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { adminGrant } from '#engine/access/grant'
import type { Engine } from '#engine/createEngine'
import type { Gateway } from '#engine/gateway/gateway'
import { listen } from '#test/integration/gateway/gatewayHost'
import { startTestEngine, testServer } from '#test/support/testEngine'

export const serverKinds = [
  'legacy stdio',
  'legacy http',
  'legacy sse',
  'modern stdio',
  'modern http',
  'both stdio',
  'both http',
] as const
export type ServerKind = (typeof serverKinds)[number]

export interface MatrixPlace {
  readonly gateway: Gateway
  /** The address without a path. */
  readonly url: string
}

/** Returns the name of the project for this kind, and of its server. */
export const slugOf = (kind: ServerKind): string => kind.replace(' ', '-')

export async function openMatrix(): Promise<MatrixPlace> {
  const launches = {
    legacy: testServer('everyFeature'),
    modern: testServer('everyFeature', '--era', 'modern'),
    both: testServer('everyFeature', '--era', 'both'),
  }
  const remote = await startTestEngine({
    old: { launch: launches.legacy },
    older: { launch: launches.legacy },
    modern: { launch: launches.modern },
    both: { launch: launches.both },
  })
  await remote.registry.use({ kind: 'all' })
  const [old, whole] = [await openDoorOf(remote, true), await openDoorOf(remote, false)]
  const engine = await startTestEngine()
  const places: Record<ServerKind, unknown> = {
    'legacy stdio': launches.legacy,
    'legacy http': { transport: 'http', url: `${old}/mcp/s/old` },
    'legacy sse': { transport: 'sse', url: `${old}/sse/s/older` },
    'modern stdio': launches.modern,
    'modern http': { transport: 'http', url: `${whole}/mcp/s/modern` },
    'both stdio': launches.both,
    'both http': { transport: 'http', url: `${whole}/mcp/s/both` },
  }
  for (const kind of serverKinds) {
    const { id } = await engine.projects.add(newProject.parse({ name: slugOf(kind) }))
    const server = newServer.parse({ name: slugOf(kind), launch: places[kind], projectId: id })
    await engine.servers.add(server)
  }
  await engine.registry.use({ kind: 'all' })
  return { gateway: engine.gateway, url: await openDoorOf(engine, false) }
}

/** Opens a door for the engine. If `isOld`, the door does not know 2026-07-28. */
export async function openDoorOf({ gateway }: Engine, isOld: boolean): Promise<string> {
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    if (isOld && headers['mcp-protocol-version'] === '2026-07-28') {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request: Unsupported protocol version')
      return
    }
    const serve = url.startsWith('/sse') ? gateway.handleSse : gateway.handle
    void serve(request, response, url.slice('/mcp'.length), adminGrant)
  })
  const port = await listen(server)
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${port}`
}
