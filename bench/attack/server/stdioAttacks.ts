/** A stdio server's attacks on everyone else, through its messages. */
import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '#bench/attack/ask'
import type { Attack } from '#bench/attack/attack'
import type { Target } from '#bench/attack/target'

/** Other servers must still be listed and called, which the bystander checks. */
function hostile(name: string, deed: string, forMs: number): Attack {
  return {
    name,
    as: 'server',
    async play(target) {
      await target.withHostile(deed, () => delay(forMs))
      return []
    },
  }
}

export const hugeListings: Attack = {
  name: 'huge listings',
  as: 'server',
  async play(target) {
    const breaches: string[] = []
    await target.withHostile('hugePages', async () => {
      await delay(800)
      breaches.push(...(await listedByBystanders(target)))
    })
    return breaches
  },
}

export const endlessListings = hostile('endless listings', 'endlessPages', 600)
export const unreadQuestions = hostile('questions without reading', 'asksUnread', 800)
export const noise = hostile('noise', 'chatters', 800)
/** Whether the children die with the engine is checked when the engine exits. */
export const escapedChildren = hostile('children that escape', 'leavesChildren', 500)

async function listedByBystanders({ started }: Target): Promise<string[]> {
  const response = await ask(`${started.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${started.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'other', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  const text = await response.text()
  return response.status === 200 && text.includes('"echo"')
    ? []
    : [`another client's tools/list was answered ${response.status}: ${text.slice(0, 200)}`]
}
