/** Many clients at once at one endpoint, each with a session and a connection of its own. */
import { setTimeout } from 'node:timers/promises'
import { McpClient, type Endpoint } from '#bench/load/mcpClient'

/** Handshakes at a time. */
const opening = 20

export async function openSessions(endpoint: Endpoint, count: number): Promise<McpClient[]> {
  const clients = Array.from({ length: count }, () => new McpClient(endpoint))
  for (let place = 0; place < count; place += opening) {
    await Promise.all(clients.slice(place, place + opening).map((client) => client.open()))
  }
  return clients
}

export interface Exchange {
  readonly latencies: readonly number[]
  /** Calls that got no answer. */
  readonly lost: number
  /** Calls that got somebody else's. */
  readonly crossed: number
}

/** Every client calls again and again, each time with a text that nobody else sends. */
export async function exchangeNonces(
  clients: readonly McpClient[],
  name: string,
  callsEach: number,
): Promise<Exchange> {
  const latencies: number[] = []
  let lost = 0
  let crossed = 0
  const callAll = async (client: McpClient, place: number): Promise<void> => {
    for (let made = 0; made < callsEach; made += 1) {
      const text = `nonce ${place} ${made}`
      const answered = await client.request(0, 'tools/call', { name, arguments: { text } }).catch(() => null)
      if (answered === null) lost += 1
      else {
        latencies.push(answered.latencyMs)
        const { content } = answered.result as { content: { text: string }[] }
        if (content[0]?.text !== text) crossed += 1
      }
    }
  }
  await Promise.all(clients.map(callAll))
  return { latencies, lost, crossed }
}

export interface Announcement {
  /** From the call that changes the list until the last client was told. */
  readonly reachedAllMs: number
  /** Clients that were told not at all, or more than once. */
  readonly wrong: number
}

const longestMs = 5000
/** In which a message too many would come. */
const quietMs = 1000

/** One server's list grows; every client is to hear of it once. */
export async function announce(clients: readonly McpClient[], name: string): Promise<Announcement> {
  const told = clients.map(() => 0)
  let lastAt = 0
  const listen = (client: McpClient, place: number): Promise<void> =>
    client.listen((method) => {
      if (method !== 'notifications/tools/list_changed') return
      told[place] = (told[place] ?? 0) + 1
      lastAt = performance.now()
    })
  await Promise.all(clients.map(listen))
  const startedAt = performance.now()
  await clients[0]?.request(0, 'tools/call', { name, arguments: { grow: true } })
  while (told.includes(0) && performance.now() - startedAt < longestMs) await setTimeout(5)
  const reachedAllMs = told.includes(0) ? Number.NaN : lastAt - startedAt
  await setTimeout(quietMs)
  return { reachedAllMs, wrong: told.filter((times) => times !== 1).length }
}
