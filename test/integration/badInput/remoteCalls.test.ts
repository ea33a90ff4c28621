import { describe, expect, it } from 'vitest'
import { answered, restingState } from '#test/integration/badInput/besideEcho'
import { type BesideRemote, besideRemote } from '#test/integration/badInput/besideRemote'
import {
  at,
  bomb,
  event,
  events,
  json,
  message,
  pour,
  respond,
  said,
  when,
} from '#test/integration/badInput/remoteFaults'
import type { RemoteOptions } from '#test/servers/remote'

const containing = (text: string) => expect.stringContaining(text) as string
const fine = answered('{}')
const notJson = 'its response is not valid JSON'
const megabyte = 1024 * 1024

/** Checks that the next call is answered, whatever happened to the previous one. */
async function goesOn(besides: BesideRemote): Promise<void> {
  await besides.engine.registry.connection('bad').settled()
  await expect.poll(() => besides.outcome('fine'), { timeout: 10_000 }).toEqual(fine)
  await besides.neighbourAnswers()
}

const timedOut = { code: 'CALL_TIMED_OUT' }
const cases: readonly [string, RemoteOptions, object][] = [
  [
    'a web page',
    { before: at('tools/call', respond(200, 'text/html', '<title>Oh</title>')) },
    lost('a web page ("Oh")'),
  ],
  [
    'JSON that is none',
    {
      before: at(
        'tools/call',
        json(() => '{"result":{"content":[}}'),
      ),
    },
    lost(notJson),
  ],
  [
    'an event that is not JSON',
    {
      before: at(
        'tools/call',
        events(() => '{"result":'),
      ),
    },
    lost('before the answer'),
  ],
  ['nothing', { before: at('tools/call', respond(202, 'text/plain', '')) }, lost('did not answer it')],
  ['half an answer', { before: at('tools/call', halfAnAnswer) }, lost('lost during the answer')],
  [
    'an endless answer',
    { before: at('tools/call', pour('application/json', 'x'.repeat(megabyte))) },
    lost('more than 64 MB in one message'),
  ],
  ['a gzip bomb', { before: at('tools/call', bomb(200)) }, lost('compresses its answers (gzip)')],
  [
    '401',
    { before: at('tools/call', respond(401, 'text/plain', 'it has run out')) },
    { code: 'SIGN_IN_REQUIRED', message: containing('it has run out') },
  ],
  ['500', { before: at('tools/call', respond(500, 'text/plain', 'out of memory')) }, lost('out of memory')],
  ['a byte now and then', { before: at('tools/call', pour('application/json', ' ', 20)) }, timedOut],
  ['an endless stream of nothing', { before: at('tools/call', pour('text/event-stream', ': wait\n\n', 20)) }, timedOut],
  [
    'endless comments, as fast as they are read',
    { before: at('tools/call', pour('text/event-stream', ': wait\n\n'.repeat(10_000))) },
    timedOut,
  ],
  [
    'endless data that is not JSON, as fast as it is read',
    { before: at('tools/call', pour('text/event-stream', 'data: [\n\n'.repeat(10_000))) },
    timedOut,
  ],
  [
    'one endless comment',
    { before: at('tools/call', pour('text/event-stream', ': wait\n'.repeat(10_000))) },
    lost('more than 64 MB in one message'),
  ],
  [
    'endless headers',
    { before: at('tools/call', (response) => pourRaw(response, 'HTTP/1.1 200 OK\r\n', 'x-more: header\r\n')) },
    lost('Header overflow'),
  ],
  [
    'answers before the answer, endlessly',
    { before: at('tools/call', (response) => pourRaw(response, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')) },
    timedOut,
  ],
  [
    'endless messages',
    { before: at('tools/call', pour('text/event-stream', event('{"jsonrpc":"2.0","method":"notifications/x"}'), 1)) },
    timedOut,
  ],
  [
    'several answers: the first counts',
    { before: at('tools/call', events(...['first', 'second'].map((text) => (id: number) => message(id, said(text))))) },
    answered('first'),
  ],
  [
    'answers without a request',
    {
      before: at(
        'tools/call',
        events(
          () => message(999_999, said('stray')),
          () => message('1', said('stray')),
          () => message(null, said('stray')),
          (id) => message(id, said('the one')),
        ),
      ),
    },
    answered('the one'),
  ],
  [
    'an answer with the id of another request',
    {
      before: at(
        'tools/call',
        json((id) => message(id + 1_000, said('stray'))),
      ),
    },
    lost('did not answer it'),
  ],
  [
    'an invalid result',
    {
      before: at(
        'tools/call',
        json((id) => message(id, { result: 5 })),
      ),
    },
    { code: 'SERVER_ERROR', message: containing('neither a result nor an error') },
  ],
]

function lost(text: string) {
  return { code: 'SERVER_LOST', message: containing(text) }
}

/** Writes to the socket directly, bypassing the server's own HTTP code. */
function pourRaw({ socket }: Parameters<ReturnType<typeof respond>>[0], beginning: string, text: string): void {
  const many = text.repeat(1_000)
  const next = () => {
    if (socket === null || socket.destroyed) return
    if (!socket.write(many)) socket.once('drain', next)
    else setImmediate(next)
  }
  socket?.write(beginning)
  next()
}

function halfAnAnswer(response: Parameters<ReturnType<typeof respond>>[0]): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"jsonrpc":', () => response.destroy())
}

describe('a remote server’s answer to a call', () => {
  it.each(cases)('[R16] %s', async (_title, options, outcome) => {
    // The timeout is short only if it is expected to end the call. Reading 64 MB takes longer on a busy machine.
    const besides = await besideRemote(options, { settings: { timeoutMs: outcome === timedOut ? 1_000 : 60_000 } })
    expect(await besides.outcome()).toMatchObject(outcome)
    await goesOn(besides)
  })

  it('[R16] an event of 50 MB is accepted; one of 70 MB is refused with the limit', async () => {
    for (const [megabytes, outcome] of [
      [50, { result: expect.anything() as unknown }],
      [70, lost('more than 64 MB in one message')],
    ] as const) {
      const large = at(
        'tools/call',
        events((id) => message(id, said('x'.repeat(megabytes * megabyte)))),
      )
      const besides = await besideRemote({ before: large }, { settings: { timeoutMs: 60_000 } })
      expect(await besides.outcome()).toMatchObject(outcome)
      await goesOn(besides)
    }
  })
})

describe('a session', () => {
  it('[R5] that the server has forgotten (404) is opened again, and the next call is answered', async () => {
    const besides = await besideRemote({})
    expect(await besides.outcome('fine')).toEqual(fine)
    besides.server.forgetSessions()
    expect(await besides.outcome('fine')).toMatchObject({ code: 'SERVER_UNAVAILABLE', message: containing('session') })
    await goesOn(besides)
    expect(besides.server.of('initialize')).toHaveLength(2)
  })

  it('[R5] whose id HTTP cannot carry fails that server alone, with a reason', async () => {
    const besides = await besideRemote({
      before: at('initialize', (response, id) => {
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } }
        // The response is written to the socket, because Node's `writeHead` refuses such a header, which a server in
        // another language may send.
        const body = message(id, { result })
        response.socket?.end(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nmcp-session-id: a\u0001b\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        )
      }),
    })
    const state = await restingState(besides)
    expect(state).toMatchObject({ kind: 'backingOff', error: { message: expect.any(String) as string } })
    await besides.neighbourAnswers()
  })

  it('[R5] on the transport of 2024 that the server has forgotten is opened again', async () => {
    let forgets = false
    const forget = when(({ method }) => forgets && method === 'POST', respond(404, 'text/plain', 'no such session'))
    const besides = await besideRemote({ transport: 'sse', before: forget })
    expect(await besides.outcome('fine')).toEqual(fine)
    forgets = true
    expect(await besides.outcome('fine')).toMatchObject({ code: 'SERVER_LOST', message: containing('session') })
    forgets = false
    await goesOn(besides)
  })

  it('[R5] on the transport of 2024 ends with its stream: the call under way fails at once, later ones are answered', async () => {
    const besides = await besideRemote(
      { transport: 'sse', before: when((_request, body) => body.includes('"bad"'), respond(202, 'text/plain', '')) },
      { settings: { timeoutMs: 60_000 } },
    )
    await besides.outcome('fine')
    const hanging = besides.outcome()
    await besides.server.seen('tools/call', 2)
    besides.server.dropStreams()
    expect(await hanging).toMatchObject({ code: 'SERVER_LOST', message: containing('dropped its event stream') })
    await goesOn(besides)
  })
})
