/** Many clients at one endpoint at the same time, each with its own session and connection. */
import { setTimeout } from 'node:timers/promises'
import { McpClient, type Endpoint } from '#bench/load/mcpClient'

/** The number of handshakes that run concurrently. */
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
  /** The number of calls that got no answer. */
  readonly lost: number
  /** The number of calls that got another client's answer. */
  readonly crossed: number
}

/** Every client calls repeatedly, each time with a unique text. */
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
  /** The time from the call that changes the list until the last client was notified. */
  readonly reachedAllMs: number
  /** The number of clients that were not notified, or were notified more than once. */
  readonly wrong: number
}

const maxMs = 5000
/** How long to wait for duplicate messages. */
const quietMs = 1000

/** Makes one server's list grow. Every client must be notified exactly once. */
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
  while (told.includes(0) && performance.now() - startedAt < maxMs) await setTimeout(5)
  const reachedAllMs = told.includes(0) ? Number.NaN : lastAt - startedAt
  await setTimeout(quietMs)
  return { reachedAllMs, wrong: told.filter((times) => times !== 1).length }
}
