/** Messages that are JSON, or nearly, and that no working client would send. */
import { ask } from '#bench/attack/ask'
import type { Attack } from '#bench/attack/attack'
import { asLimitedClient } from '#bench/attack/client/limitedClient'

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const keys = Array.from({ length: 50_000 }, (_, place) => `"k${place}":${place}`).join(',')
const call = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`

const bodies = [
  call(`{"name":"echo","arguments":{"text":${nested(100_000)}}}`),
  call(`{"name":"echo","arguments":{${keys}}}`),
  call(`{"name":${JSON.stringify('n'.repeat(1_000_000))}}`),
  call('{"name":"echo","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
  `{"jsonrpc":"2.0","id":${'9'.repeat(100_000)},"method":"ping"}`,
  `[${'{},'.repeat(100_000)}{}]`,
  nested(1_000_000),
  `${' '.repeat(3_900_000)}{}`,
  '{"jsonrpc":"2.0","id":1,"method":"ping"',
]

export const strangeBodies: Attack = {
  name: 'strange bodies',
  as: 'client',
  async play(target) {
    await asLimitedClient(target, {}, async ({ endpoint: { port, path, token } }) => {
      for (const body of bodies) {
        const response = await ask(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: '*/*' },
          body,
        })
        target.heard(await response.text())
      }
    })
    return []
  },
}
