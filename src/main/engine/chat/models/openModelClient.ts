/** Opens model clients. Their code, with all of TLS, is loaded for the first one, because most starts need none. */
import type { Endpoint } from '#engine/chat/models/messagesClient'
import type { ModelClient } from '#engine/chat/models/modelClient'
import type { HttpRoutes } from '#engine/net/httpRoutes'
import type { Ports } from '#engine/ports'

export type OpenModelClient = (endpoint: Endpoint) => Promise<ModelClient>

export function modelClientOpener(ports: Pick<Ports, 'environment' | 'redactor' | 'clock' | 'log'>): OpenModelClient {
  const { clock, redactor } = ports
  const redact = (text: string) => redactor.redact(text)
  let routes: HttpRoutes | null = null
  return async (endpoint) => {
    const [{ MessagesClient }, { createHttpRoutes }] = await Promise.all([
      import('#engine/chat/models/messagesClient'),
      import('#engine/net/httpRoutes'),
    ])
    routes ??= createHttpRoutes(ports)
    return new MessagesClient({ endpoint, routes, clock, redact })
  }
}
