/** Methods other than calls, sent as fast as possible. */
import type { Attack } from '#bench/attack/attack'
import { asLimitedClient, attempt } from '#bench/attack/client/limitedClient'

const methods = ['tools/list', 'ping', 'prompts/list', 'resources/list', 'resources/templates/list', 'no/such/method']
const connections = 16
const rounds = 40

export const floods: Attack = {
  name: 'floods of requests',
  as: 'client',
  async play(target) {
    await asLimitedClient(target, {}, async ({ client }) => {
      const ask = async (slot: number): Promise<void> => {
        for (let round = 0; round < rounds; round++) {
          await attempt(client.request(slot, methods[(slot + round) % methods.length] ?? 'ping', {}))
        }
      }
      await Promise.all(Array.from({ length: connections }, (_, slot) => ask(slot)))
    })
    return []
  },
}
