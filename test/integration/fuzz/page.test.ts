/**
 * Sends to the page's WebSocket what no page should send: wrong or used tickets, foreign headers, frames and messages
 * of all kinds, and dropped connections. `npm run fuzz -- --door page` runs the test for longer.
 */
import { request as ask } from 'node:http'
import { expect, it } from 'vitest'
import { type Door, type Exchange, fuzz, fuzzTimeout, type Heard } from '#test/integration/fuzz/fuzz'
import { type FuzzedHost, openFuzzedHost } from '#test/integration/fuzz/fuzzedHost'
import { openAndDrop, RawConnection } from '#test/integration/fuzz/rawConnection'
import { fuzzedTalk, talk, webSocketHead } from '#test/integration/fuzz/webSocketTalk'
import type { SeededRandom } from '#test/soak/seededRandom'

/**
 * The maximum number of connections that one exchange drops. With the other clients' connections, they stay below the
 * system's limit on connections that wait to be accepted.
 */
const maxDropped = 60

it(
  'the page’s WebSocket stays up, keeps nothing, and refuses every connection without a ticket',
  { timeout: fuzzTimeout },
  async () => {
    const host = await openFuzzedHost()
    expect(await fuzz(host, pageDoor(host))).toEqual([])
  },
)

function pageDoor(host: FuzzedHost): Door {
  const { hostname, port, host: name } = new URL(host.url)
  const to = { host: hostname, port: Number(port) }
  const contract = (random: SeededRandom): Exchange => {
    const plan = fuzzedTalk(random)
    return {
      title: `contract ${plan.ending} ${plan.messages.map(({ owed }) => owed).join(' ')}`,
      requests: plan.messages.length,
      play: async () => talk(to, webSocketHead(`/api/ws?ticket=${await ticketOf(host)}`, name), plan),
    }
  }
  const stranger = (random: SeededRandom): Exchange => {
    const ticket = random.pick(['', 'guess', 'x'.repeat(5_000), '%00', '%ff', host.token])
    const path = random.pick([
      `/api/ws?ticket=${ticket}`,
      '/api/ws',
      `/api/ws/?ticket=${ticket}`,
      '/mcp',
      '/api/v1/servers',
      '/',
    ])
    return {
      title: `without a ticket ${path.slice(0, 100)}`,
      requests: 1,
      play: () => knock(to, webSocketHead(path, name)),
    }
  }
  const again: Exchange = {
    title: 'with a used ticket',
    requests: 2,
    play: async () => {
      const head = webSocketHead(`/api/ws?ticket=${await ticketOf(host)}`, name)
      await openAndDrop(to, [Buffer.from(head)])
      const opened = new RawConnection(to)
      await opened.send([Buffer.from(head)])
      await opened.until((heard) => heard.includes('\r\n\r\n'))
      await opened.drop()
      return knock(to, head)
    },
  }
  const elsewhere = (random: SeededRandom): Exchange => {
    const place = random.pick(['evil.example', `evil.example:${port}`, `${name}\r\nOrigin: http://evil.example`, ''])
    const play = async () => knock(to, webSocketHead(`/api/ws?ticket=${await ticketOf(host)}`, place))
    return { title: `from ${place}`, requests: 1, play }
  }
  const dropped = (random: SeededRandom): Exchange => {
    const head = Buffer.from(webSocketHead('/api/ws?ticket=guess', name))
    const beginnings = Array.from({ length: random.whole(1, maxDropped) }, () =>
      head.subarray(0, random.whole(0, head.length)),
    )
    const play = async () => {
      await openAndDrop(to, beginnings)
      return { text: '', wrong: [] }
    }
    return { title: 'dropped', requests: beginnings.length, play }
  }
  return {
    name: 'the page’s WebSocket',
    exchange: (random) => {
      const kind = random.next()
      if (kind < 0.7) return contract(random)
      if (kind < 0.85) return stranger(random)
      if (kind < 0.9) return again
      return kind < 0.97 ? elsewhere(random) : dropped(random)
    },
  }
}

/** Sends a request that must be refused. */
async function knock(to: { readonly host: string; readonly port: number }, head: string): Promise<Heard> {
  const connection = new RawConnection(to)
  await connection.send([Buffer.from(head)])
  const ended = await connection.until(() => false)
  const text = connection.heard.toString('latin1')
  await connection.drop()
  const isRefused = /^HTTP\/1\.1 (?:400|401|403|404) /.test(text)
  return { text, wrong: isRefused && ended === 'closed' ? [] : [`${ended}: ${text.slice(0, 100)}`] }
}

async function ticketOf({ url, token }: FuzzedHost): Promise<string> {
  const body = await new Promise<string>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const asked = ask(`${url}/api/v1/tickets`, { method: 'POST', headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve(text))
    })
    asked.on('error', reject)
    asked.end()
  })
  const { ticket } = JSON.parse(body) as { ticket: string }
  return ticket
}
