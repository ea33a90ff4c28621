/**
 * Sends to the control socket what no command and no bridge should send: wrong requests, wrong contract messages, wrong
 * MCP lines, and hundreds of dropped connections. `npm run fuzz -- --door control` runs the test for longer.
 */
import { expect, it } from 'vitest'
import { type Door, type Exchange, fuzz, fuzzTimeout, type Heard } from '#test/integration/fuzz/fuzz'
import { type FuzzedHost, openFuzzedHost } from '#test/integration/fuzz/fuzzedHost'
import { fuzzedLineTalk, linesHead, talkInLines } from '#test/integration/fuzz/lineTalk'
import { openAndDrop, RawConnection } from '#test/integration/fuzz/rawConnection'
import { fuzzedTalk, talk, webSocketHead } from '#test/integration/fuzz/webSocketTalk'
import { anyBytes, brokenText, inPieces } from '#test/integration/fuzz/wrongValues'
import type { SeededRandom } from '#test/soak/seededRandom'

const rightStatuses = new Set([101, 200, 400, 401, 403, 404, 405, 408, 413, 417, 426, 431, 501])
/**
 * The maximum number of connections that one exchange drops. With the other clients' connections, they stay below the
 * system's limit on connections that wait to be accepted.
 */
const maxDropped = 60

it(
  'the control socket stays up, keeps nothing, and gives each client its own answers',
  { timeout: fuzzTimeout },
  async () => {
    const host = await openFuzzedHost()
    expect(await fuzz(host, controlDoor(host))).toEqual([])
  },
)

function controlDoor({ controlPath, client }: FuzzedHost): Door {
  const to = { path: controlPath }
  const heads = [webSocketHead('/', 'control'), linesHead(''), 'POST /leave HTTP/1.1\r\nHost: control\r\n\r\n']
  const openLines = ['', '?project=default', '?project=work', `?client=${client}`, '?x=%ff&project=default']
  const contract = (random: SeededRandom): Exchange => {
    const plan = fuzzedTalk(random)
    return {
      title: `contract ${plan.ending} ${plan.messages.map(({ owed }) => owed).join(' ')}`,
      requests: plan.messages.length,
      play: () => talk(to, webSocketHead('/', 'control'), plan),
    }
  }
  const lines = (random: SeededRandom): Exchange => {
    const query = random.pick(openLines)
    const plan = fuzzedLineTalk(random)
    return { title: `lines ${query}`, requests: plan.lines.count, play: () => talkInLines(to, linesHead(query), plan) }
  }
  const request = (random: SeededRandom): Exchange => {
    const head = wrongHead(random)
    const pieces = inPieces(random, head)
    return { title: `request ${head.toString('latin1').slice(0, 300)}`, requests: 1, play: () => ask(to, pieces) }
  }
  const dropped = (random: SeededRandom): Exchange => {
    const beginnings = Array.from({ length: random.whole(1, maxDropped) }, () => {
      const head = Buffer.concat([Buffer.from(random.pick(heads)), anyBytes(random, 20)])
      return head.subarray(0, random.whole(0, head.length))
    })
    const play = async () => {
      await openAndDrop(to, beginnings)
      return { text: '', wrong: [] }
    }
    return { title: 'dropped', requests: beginnings.length, play }
  }
  return {
    name: 'the control socket',
    exchange: (random) => {
      const kind = random.next()
      return kind < 0.35
        ? contract(random)
        : kind < 0.75
          ? lines(random)
          : kind < 0.97
            ? request(random)
            : dropped(random)
    },
  }
}

function wrongHead(random: SeededRandom): Buffer {
  const verb = random.pick(['GET', 'GET', 'POST', 'PUT', 'CONNECT', 'OPTIONS', 'HEAD', 'x'])
  const path = random.pick([
    '/',
    '/lines',
    '/lines?project=none',
    '/lines?client=nobody',
    '/leave',
    '/%00',
    '*',
    '//x',
    '',
  ])
  const headers = [
    'Host: control',
    `Connection: ${random.pick(['Upgrade', 'close', 'keep-alive, Upgrade', ''])}`,
    `Upgrade: ${random.pick(['websocket', 'switchboard-lines', 'SWITCHBOARD-LINES', 'h2c', '', 'x'.repeat(3_000)])}`,
    `Sec-WebSocket-Version: ${random.pick(['13', '8', '7', 'x', ''])}`,
    `Sec-WebSocket-Key: ${random.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'short', ''])}`,
    `Sec-WebSocket-Protocol: ${random.pick(['a', ',', 'a, a', '\u0001'])}`,
    `Sec-WebSocket-Extensions: ${random.pick(['permessage-deflate', ';', 'x; y="'])}`,
    `Content-Length: ${random.pick(['0', '5', '-1', 'x', '99999999999'])}`,
    `X: ${'x'.repeat(20_000)}`,
    'Transfer-Encoding: chunked',
    'Expect: 100-continue',
  ].filter(() => random.chance(0.5))
  const text = `${verb} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`
  return random.chance(0.2)
    ? brokenText(random, text)
    : Buffer.concat([Buffer.from(text), anyBytes(random, random.pick([0, 0, 9]))])
}

/**
 * Sends a request and half-closes the connection. Each answer must have one of the right statuses, and the connection
 * must be closed.
 */
async function ask(to: { readonly path: string }, pieces: readonly Buffer[]): Promise<Heard> {
  const connection = new RawConnection(to)
  await connection.send(pieces)
  connection.end()
  const ended = await connection.until(() => false)
  const text = connection.heard.toString('latin1')
  await connection.drop()
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
  const strange = statuses.filter((status) => !rightStatuses.has(status) && status !== 100)
  return {
    text,
    wrong: [
      ...strange.map((status) => `status ${status}`),
      ...(ended === 'closed' ? [] : ['the connection stays open']),
    ],
  }
}
