/**
 * More calls per minute than the client's owner allows, made through the tools that find, describe and call all others.
 */
import type { Attack } from '#bench/attack/attack'
import { asLimitedClient } from '#bench/attack/client/limitedClient'

const allowed = 10
const rounds = 10
const calls = [
  { name: 'find_tools', arguments: { query: 'echo' } },
  { name: 'describe_tools', arguments: { names: ['echo'] } },
  { name: 'call_tool', arguments: { name: 'echo', arguments: { text: 'again' } } },
]

export const slippedLimit: Attack = {
  name: 'a bypassed limit',
  as: 'client',
  async play(target) {
    let served = 0
    await asLimitedClient(
      target,
      { path: '/mcp?mode=search', settings: { callsPerMinute: allowed } },
      async ({ client }) => {
        for (let round = 0; round < rounds; round++) {
          for (const call of calls) {
            served += await client.request(0, 'tools/call', call).then(
              ({ result }) => ((result as { isError?: boolean }).isError === true ? 0 : 1),
              () => 0,
            )
          }
        }
      },
    )
    return served > allowed ? [`${served} calls were served to a client that may make ${allowed} a minute`] : []
  },
}
