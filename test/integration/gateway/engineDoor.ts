/** The gateway of a real engine behind the Host and Origin checks of the product, without a token, which not every client can send. */
import { createServer } from 'node:http'
import { adminGrant } from '#engine/access/grant'
import type { Engine } from '#engine/createEngine'
import { admissionRules, admitPlace } from '#main/host/http/admission'
import { listen } from '#test/integration/gateway/gatewayHost'

export interface EngineDoor {
  readonly url: string
  close(): Promise<void>
}

export async function openDoor(engine: Engine): Promise<EngineDoor> {
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
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
