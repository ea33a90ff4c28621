/** A client with its own token. It is made for one attack and removed afterwards, with everything it has. */
import type { Json, Target } from '#bench/attack/target'
import { McpClient, type Endpoint } from '#bench/load/mcpClient'

export interface LimitedClient {
  readonly client: McpClient
  readonly endpoint: Endpoint & { readonly token: string }
}

export async function asLimitedClient(
  target: Target,
  { path = '/mcp', settings = {} }: { readonly path?: string; readonly settings?: Json },
  play: (limited: LimitedClient) => Promise<void>,
): Promise<void> {
  const endpoint = await target.clientEndpoint({ name: 'attacker', ...settings }, path)
  const client = new McpClient(endpoint)
  try {
    await client.open()
    await play({ client, endpoint })
  } finally {
    client.close()
    const clients = (await target.rest('GET', '/access/clients')) as { id: string; name: string }[]
    for (const { id } of clients.filter(({ name }) => name === 'attacker')) {
      await target.rest('DELETE', `/access/clients/${id}`)
    }
  }
}

/** Ignores a refusal, so that the attack continues. */
export async function attempt(request: Promise<unknown>): Promise<void> {
  await request.catch(() => undefined)
}
