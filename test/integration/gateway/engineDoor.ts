/**
 * Opens the gateway of a real engine behind the product's Host and Origin checks. The door requires no token, because
 * not every client can send one.
 */
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import type { NewServerInput } from '#contract/servers/server'
import { adminGrant } from '#engine/access/grant'
import type { Engine } from '#engine/createEngine'
import { admissionRules, admitPlace } from '#main/host/http/admission'
import { listen } from '#test/integration/gateway/gatewayHost'
import { connectV1, connectV2 } from '#test/support/mcpClients'
import { startTestEngine } from '#test/support/testEngine'

/** Opens a door that closes when the test is over, and returns its address. */
export async function openDoor(engine: Engine): Promise<string> {
  const server = createServer()
  const port = await listen(server)
  const rules = admissionRules(port, 'unused', () => null)
  server.on('request', (request, response) => {
    if (admitPlace(rules, request.headers) !== 'admitted') {
      response.writeHead(403).end()
      return
    }
    void engine.gateway.handle(request, response, (request.url ?? '').slice('/mcp'.length), adminGrant)
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${port}/mcp`
}

export async function openServers(servers: Readonly<Record<string, NewServerInput['launch']>>) {
  const engine = await startTestEngine(
    Object.fromEntries(Object.entries(servers).map(([name, launch]) => [name, { launch }])),
  )
  return { engine, url: await openDoor(engine) }
}

/**
 * Connects a client: with `v1` one of the SDK's older line, with `legacy` or `modern` one of the newer line in that
 * era.
 */
export async function connectAs(url: string, kind: string) {
  const client = kind === 'v1' ? await connectV1(url) : await connectV2(url, kind === 'legacy' ? 'legacy' : 'modern')
  onTestFinished(() => client.close())
  return client
}
