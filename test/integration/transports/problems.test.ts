import { describe, expect, it } from 'vitest'
import { connectTo, hurriedClock, remoteServer } from '#test/integration/transports/remote'
import type { RemoteOptions } from '#test/servers/remote'

const answering = (
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): RemoteOptions => ({
  before: (_request, response) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    return true
  },
})

describe('a server that does not answer like one', () => {
  it.each([
    ['a web page', answering(200, 'text/html', '<title>Welcome</title>'), 'a web page ("Welcome") instead of MCP'],
    [
      'a wrong path',
      answering(404, 'text/html', '<title>Not here</title>'),
      'HTTP 404 Not Found ("Not here"). Check the address:',
    ],
    ['a fault', answering(500, 'text/plain', 'database is down'), 'HTTP 500 Internal Server Error: database is down'],
    ['a proxy in between', answering(502, 'text/html', '<title>nginx</title>'), 'HTTP 502 Bad Gateway ("nginx")'],
    ['an empty answer', answering(202, 'text/plain', ''), 'accepted the request (HTTP 202) but did not answer it'],
    [
      'nonsense',
      answering(200, 'application/json', '{"hello":1}'),
      'accepted the request (HTTP 200) but did not answer it',
    ],
  ])('%s is named', async (_title, options, message) => {
    const { error } = await connectTo((await remoteServer(options)).url).reaches('backingOff')
    expect(error.message).toContain(message)
  })

  it.each([
    [401, {}, 'It expects "Authorization: Bearer …". No header is configured for it.'],
    [401, { Authorization: 'Bearer old' }, 'It did not accept the configured header Authorization.'],
    [403, { 'X-Api-Key': 'old' }, 'It did not accept the configured header X-Api-Key.'],
  ])('%i with %j asks for a sign-in, and is not retried automatically', async (status, headers, message) => {
    const server = await remoteServer(
      answering(status, 'application/json', '{"error":"no"}', { 'www-authenticate': 'Bearer realm="x"' }),
    )
    const { error } = await connectTo(server.url, { headers }).reaches('failed')
    expect(error).toMatchObject({ code: 'SIGN_IN_REQUIRED', message: expect.stringContaining(message) as string })
    expect(error.message).not.toContain('old')
  })

  it('an unknown host name is distinguished from a server that is down', async () => {
    const { error } = await connectTo('http://no-such-host.invalid/mcp').reaches('backingOff')
    expect(error.message).toMatch(/no-such-host\.invalid .*\(DNS\)/)
  })

  it('an invalid address, and a header that HTTP cannot carry, are reported before anything is sent', async () => {
    expect((await connectTo('http://').reaches('failed')).error.message).toContain(
      'not a valid http:// or https:// address',
    )
    const server = await remoteServer()
    const { error } = await connectTo(server.url, { headers: { 'X-Key': 'line\nbreak' } }).reaches('backingOff')
    expect(error.message).toContain('a configured header has a value that is not allowed in HTTP')
    expect(error.message).not.toContain('break')
    expect(server.received).toEqual([])
  })

  it('[R5] a server that never says where to send messages is abandoned in time', async () => {
    const server = await remoteServer({
      before: (request, response) => {
        if (request.method === 'GET') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        return request.method === 'GET'
      },
      transport: 'sse',
    })
    const { error } = await connectTo(server.url, { transport: 'sse', budgets: { handshakeMs: 100 } }).reaches(
      'backingOff',
    )
    expect(error).toMatchObject({
      code: 'HANDSHAKE_FAILED',
      message: expect.stringContaining('did not answer the MCP handshake') as string,
    })
  })

  it('a server that requests its messages at another origin does not get them', async () => {
    const other = await remoteServer({ transport: 'sse' })
    const server = await remoteServer({ transport: 'sse', endpoint: `${new URL(other.url).origin}/messages` })
    const { error } = await connectTo(server.url, { transport: 'sse', headers: { A: 'b' } }).reaches('backingOff')
    expect(error.message).toContain('not safe')
    expect(other.received).toEqual([])
  })

  it('a server that never answers the handshake’s last notification still works', async () => {
    const server = await remoteServer({
      before: (_request, _response, body) => body.includes('notifications/initialized'),
    })
    const { call, reaches } = connectTo(server.url, { clock: hurriedClock })
    await reaches('ready')
    expect(await call('echo').text).toBe('{}')
  })

  it('a server that redirects in circles is abandoned', async () => {
    const server = await remoteServer(answering(307, 'text/plain', '', { location: '/mcp' }))
    const { error } = await connectTo(server.url).reaches('backingOff')
    expect(error.message).toContain('redirected more than 5 times')
  })
})

describe('a server that fails while it is in use', () => {
  it('one call’s fault is reported to its caller with the server’s message', async () => {
    const server = await remoteServer({
      before: (_request, response, body) => {
        const isBad = body.includes('"bad"')
        if (isBad) response.writeHead(500, { 'content-type': 'text/plain' }).end('out of memory')
        return isBad
      },
    })
    const { call, connection, reaches } = connectTo(server.url)
    await reaches('ready')
    await expect(call('bad').text).rejects.toMatchObject({
      code: 'SERVER_LOST',
      message: 'The server answered HTTP 500 Internal Server Error: out of memory.',
    })
    expect(await call('echo').text).toBe('{}')
    expect(connection.state.kind).toBe('ready')
  })

  it.each([401, 403])(
    '[R9] a refused sign-in (%i) fails the call, and is retried until it succeeds',
    async (status) => {
      let refuses = false
      const server = await remoteServer({
        stream: false,
        before: (_request, response) => {
          if (refuses) response.writeHead(status).end()
          return refuses
        },
      })
      const { call, connection, reaches } = connectTo(server.url, {
        clock: hurriedClock,
        headers: { Authorization: 'x' },
      })
      await reaches('ready')
      refuses = true
      await expect(call('echo').text).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
      await connection.session?.check()
      const isRefused = ({ state }: typeof connection) =>
        state.kind === 'backingOff' && state.error.code === 'SIGN_IN_REQUIRED'
      while (!isRefused(connection)) await connection.changed()
      refuses = false
      while (connection.session === null) await connection.changed()
      expect(await call('echo').text).toBe('{}')
    },
  )
})
