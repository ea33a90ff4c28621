import { describe, expect, it } from 'vitest'
import type { WrittenLaunch } from '#contract/servers/server'
import { restingState } from '#test/integration/badInput/besideEcho'
import { besideRemote } from '#test/integration/badInput/besideRemote'
import { always, at, bomb, json, message, pour, respond, when } from '#test/integration/badInput/remoteFaults'
import { hasCertificates, makeCertificates } from '#test/integration/transports/certificates'
import { type RemoteOptions, startRemote } from '#test/servers/remote'

const containing = (text: string) => expect.stringContaining(text) as string
const backingOff = (code: string, message_: string) => ({
  kind: 'backingOff',
  error: { code, message: containing(message_) },
})
const failed = (message_: string) => ({
  kind: 'failed',
  error: { code: 'SIGN_IN_REQUIRED', message: containing(message_) },
})
const inTime = backingOff('HANDSHAKE_FAILED', 'did not answer the MCP handshake within')
const tooMuch = 'more than 64 MB in one message'
const wholeMegabyte = 'x'.repeat(1024 * 1024)
const version = (protocolVersion: string) =>
  json((id) => message(id, { result: { protocolVersion, capabilities: {}, serverInfo: {} } }))
const inSession = when(
  ({ headers }, body) => headers['mcp-session-id'] !== undefined && body.includes('tools/list'),
  respond(404, 'text/plain', ''),
)
const events = 'text/event-stream'

const cases: readonly [string, RemoteOptions, object][] = [
  [
    'content that is not MCP',
    { before: always(respond(200, 'image/png', 'x')) },
    backingOff('SERVER_LOST', 'image/png'),
  ],
  [
    'JSON that is none',
    {
      before: at(
        'initialize',
        json(() => '{"jsonrpc":'),
      ),
    },
    backingOff('SERVER_LOST', 'its response is not valid JSON'),
  ],
  [
    'an endless answer',
    { before: at('initialize', pour('application/json', wholeMegabyte)) },
    backingOff('SERVER_LOST', tooMuch),
  ],
  [
    'an endless event',
    { before: at('initialize', pour(events, `data: ${wholeMegabyte}\n`)) },
    backingOff('SERVER_LOST', tooMuch),
  ],
  ['an endless stream of nothing', { before: at('initialize', pour(events, ': wait\n\n', 20)) }, inTime],
  ['a byte now and then', { before: at('initialize', pour('application/json', ' ', 20)) }, inTime],
  ['silence', { before: at('initialize', () => undefined) }, inTime],
  [
    'redirects in circles',
    { before: always(respond(307, 'text/plain', '', { location: '/mcp' })) },
    backingOff('SERVER_LOST', 'redirected more than 5 times'),
  ],
  [
    'an unknown protocol version',
    { before: at('initialize', version('1999-01-01')) },
    backingOff('HANDSHAKE_FAILED', '"1999-01-01"'),
  ],
  [
    'an endless list',
    {
      before: at(
        'tools/list',
        json((id) => message(id, { result: { tools: [], nextCursor: `${Math.random()}` } })),
      ),
    },
    backingOff('HANDSHAKE_FAILED', 'does not end: Switchboard stopped after 1000 pages'),
  ],
  ['a gzip bomb', { before: at('initialize', bomb(200)) }, backingOff('SERVER_LOST', 'compresses its answers (gzip)')],
  [
    '401',
    { before: always(respond(401, 'application/json', '{"error":"expired"}', { 'www-authenticate': 'Bearer' })) },
    failed(
      'bad needs a sign-in. If it takes an API key instead, add an Authorization header to its settings. Sign in on',
    ),
  ],
  ['403', { before: always(respond(403, 'text/plain', 'not for you')) }, failed('HTTP 403 Forbidden: not for you')],
  [
    'a session that the server issues and then does not know',
    { before: inSession },
    backingOff('SERVER_UNAVAILABLE', 'no longer knows the session'),
  ],
  [
    'a web page on the transport of 2024',
    { transport: 'sse', before: always(respond(200, 'text/html', '<title>Hi</title>')) },
    backingOff('SERVER_LOST', 'a web page ("Hi")'),
  ],
  [
    'a stream that never says where to send messages',
    { transport: 'sse', before: always(pour(events, ': wait\n\n', 20)) },
    inTime,
  ],
  [
    'an endless event on the transport of 2024',
    { transport: 'sse', before: always(pour(events, `data: ${wholeMegabyte}\n`)) },
    backingOff('SERVER_LOST', tooMuch),
  ],
  [
    'a stream that ends immediately',
    { transport: 'sse', before: always(respond(200, events, '')) },
    backingOff('SERVER_LOST', 'ended its event stream'),
  ],
  [
    'messages that the server accepts from no client',
    { transport: 'sse', before: when(({ method }) => method === 'POST', respond(401, 'text/plain', 'who?')) },
    failed('HTTP 401 Unauthorized: who?'),
  ],
]

describe('a remote server that cannot be opened reports precisely why, and its neighbour is not affected', () => {
  it.each(cases)('[R5] %s', async (_title, options, state) => {
    // The timeout is short only if the test waits for it. Reading 64 MB takes longer on a busy machine.
    const besides = await besideRemote(options, state === inTime ? { budgets: { 60_000: 4_000 } } : {})
    expect(await restingState(besides)).toMatchObject(state)
    // The server is not asked repeatedly. One start with redirects makes six requests.
    expect(besides.server.of('initialize').length).toBeLessThan(8)
    await besides.neighbourAnswers()
  })

  it.runIf(hasCertificates)('[R5] an untrusted certificate is named', async () => {
    const { key, cert } = await makeCertificates(['127.0.0.1'])
    const besides = await besideRemote({ tls: { key, cert } })
    const state = backingOff('SERVER_UNAVAILABLE', 'issued by "Test Authority"')
    expect(await restingState(besides)).toMatchObject(state)
    expect(besides.server.received).toEqual([])
  })

  it('[R5] a redirect to a foreign origin carries no headers and no session there', async () => {
    const other = await startRemote()
    try {
      let leads = false
      const besides = await besideRemote(
        {
          before: when(
            () => leads,
            (response) => respond(307, 'text/plain', '', { location: other.url })(response),
          ),
        },
        { headers: { Authorization: 'Bearer mine', 'X-Api-Key': 'mine, too' } },
      )
      await besides.outcome('fine')
      leads = true
      expect(await besides.outcome('fine')).toHaveProperty('code')
      const told = other.received.map(({ headers }) => headers)
      expect(told.length).toBeGreaterThan(0)
      for (const name of ['authorization', 'x-api-key', 'mcp-session-id'])
        expect(told.map((headers) => headers[name])).toEqual(told.map(() => undefined))
      expect(besides.logged()).toContainEqual(containing('The configured headers are not sent there.'))
    } finally {
      await other.close()
    }
  })

  it('[R5] an invalid address is refused', async () => {
    const launch = (): WrittenLaunch => ({ transport: 'http', url: 'https://', headers: {} })
    const besides = await besideRemote({}, { launch })
    expect(await restingState(besides)).toMatchObject({
      kind: 'failed',
      error: { message: containing('not a valid http:// or https:// address') },
    })
  })
})
