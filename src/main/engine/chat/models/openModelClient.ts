/** Opens and tests model endpoints. The code, including TLS, is loaded on demand, because most starts need none. */
import type { ModelSourceTest } from '#contract/chat/model'
import type { Endpoint } from '#engine/chat/models/dialects'
import type { ModelClient } from '#engine/chat/models/modelClient'
import type { HttpRoutes } from '#engine/net/httpRoutes'
import { once } from '#engine/structures/once'
import type { Ports } from '#engine/ports'

export type OpenModelClient = (endpoint: Endpoint) => Promise<ModelClient>
export type TestEndpoint = (endpoint: Endpoint, signal: AbortSignal) => Promise<ModelSourceTest>

export interface ModelEndpoints {
  readonly openClient: OpenModelClient
  readonly testEndpoint: TestEndpoint
}

export function modelEndpoints(ports: Pick<Ports, 'environment' | 'redactor' | 'clock' | 'log'>): ModelEndpoints {
  const { clock, redactor } = ports
  const redact = (text: string) => redactor.redact(text)
  const routes = once(async (): Promise<HttpRoutes> => {
    const { createHttpRoutes } = await import('#engine/net/httpRoutes')
    return createHttpRoutes(ports)
  })
  return {
    openClient: async (endpoint) => {
      const { MessagesClient } = await import('#engine/chat/models/messagesClient')
      return new MessagesClient({ endpoint, routes: await routes(), clock, redact })
    },
    testEndpoint: async (endpoint, signal) => {
      const { testEndpoint } = await import('#engine/chat/models/testing/endpointTest')
      return testEndpoint({ endpoint, routes: await routes(), clock, redact }, signal)
    },
  }
}
