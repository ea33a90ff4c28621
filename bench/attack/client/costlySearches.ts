/** Searches among 200 tools with as many words as a message can hold. */
import type { Attack } from '#bench/attack/attack'
import { asLimitedClient, attempt } from '#bench/attack/client/limitedClient'

/** Enough to cost seconds if a search accepts any length. */
const queries = [
  Array.from({ length: 25_000 }, (_, place) => `word${place}`).join(' '),
  'a'.repeat(250_000),
  'tool '.repeat(50_000),
]
const searches = 100

export const costlySearches: Attack = {
  name: 'costly searches',
  as: 'client',
  async play(target) {
    await asLimitedClient(target, { path: '/mcp?mode=search' }, async ({ client }) => {
      const find = (slot: number, query: string): Promise<void> =>
        attempt(client.request(slot, 'tools/call', { name: 'find_tools', arguments: { query, limit: 50 } }))
      await Promise.all(queries.map((query, slot) => find(slot, query)))
      for (let begun = 0; begun < searches; begun += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, slot) => find(slot, `echo other_${begun + slot}`)))
      }
      const names = Array.from({ length: 5000 }, (_, place) => `name_${place}`)
      await attempt(client.request(0, 'tools/call', { name: 'describe_tools', arguments: { names } }))
    })
    return []
  },
}
