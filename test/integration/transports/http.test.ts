import { describe, expect, it } from 'vitest'
import { systemClock } from '#engine/clock'
import { connectTo, hurriedClock, remoteServer } from '#test/integration/transports/remote'
import { toolNamed } from '#test/servers/remote'

describe('the era of a remote server', () => {
  it.each([
    [['legacy'], 'legacy', '2025-11-25'],
    [['modern'], 'modern', '2026-07-28'],
    [['legacy', 'modern'], 'modern', '2026-07-28'],
  ] as const)(
    '%j is served in the %s era, whether its answers are JSON or events',
    async (eras, era, protocolVersion) => {
      for (const answers of ['json', 'events'] as const) {
        const server = await remoteServer({ eras, answers })
        const { connection, call, reaches } = connectTo(server.url)
        expect(await reaches('ready')).toMatchObject({ era, protocolVersion, pid: null })
        expect(await call('echo', { a: 'ü' }).text).toBe('{"a":"ü"}')
        await connection.stop()
      }
    },
  )

  it('is not probed again once it is known to be legacy, and the era is corrected when the server has changed', async () => {
    const known = await remoteServer()
    await connectTo(known.url, { knownEra: 'legacy' }).reaches('ready')
    expect(known.of('server/discover')).toEqual([])
    const updated = await remoteServer({ eras: ['modern'] })
    expect(await connectTo(updated.url, { knownEra: 'legacy' }).reaches('ready')).toMatchObject({ era: 'modern' })
  })

  it.each(['http', 'sse'] as const)(
    'a server of 2024 is used over its own transport, even if it is configured as %s',
    async (transport) => {
      const server = await remoteServer({ transport: 'sse' })
      const { call, reaches } = connectTo(server.url, { transport, headers: { 'X-Key': 'k' } })
      expect(await reaches('ready')).toMatchObject({ era: 'legacy' })
      expect(await call('echo', { a: 1 }).text).toBe('{"a":1}')
      expect(server.received.every(({ headers }) => headers['x-key'] === 'k')).toBe(true)
    },
  )

  it('is legacy for a server without sessions and streams, and the server works', async () => {
    const server = await remoteServer({ session: false, stream: false })
    const { call, reaches } = connectTo(server.url)
    await reaches('ready')
    expect(await call('echo').text).toBe('{}')
  })
})

describe('headers', () => {
  it('[R5] that are configured are sent with every request, in both eras', async () => {
    for (const eras of [['legacy'], ['modern']] as const) {
      const server = await remoteServer({ eras })
      const { connection, call, reaches } = connectTo(server.url, {
        headers: { Authorization: 'Bearer s3cret', 'X-Team': 'a' },
      })
      await reaches('ready')
      await call('echo').text
      await (eras[0] === 'legacy' ? server.seen('GET') : server.seen('subscriptions/listen'))
      await connection.stop()
      expect(server.received.map(({ headers }) => [headers.authorization, headers['x-team']])).toEqual(
        server.received.map(() => ['Bearer s3cret', 'a']),
      )
    }
  })

  it('of the legacy era name the session and the version after the handshake, and a request ends the session', async () => {
    const server = await remoteServer()
    const { connection, call, reaches } = connectTo(server.url)
    await reaches('ready')
    await call('echo').text
    await connection.stop()
    const after = server.received.slice(
      server.received.findIndex(({ message }) => message?.method === 'initialize') + 1,
    )
    for (const { headers } of after)
      expect(headers).toMatchObject({ 'mcp-session-id': 'session-1', 'mcp-protocol-version': '2025-11-25' })
    expect(after[0]?.message?.method).toBe('notifications/initialized')
    expect(after.at(-1)?.method).toBe('DELETE')
  })

  it('of the modern era repeat values of the body, encoded if HTTP cannot carry them otherwise', async () => {
    const properties = {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      inner: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } },
    }
    const tools = [{ name: 'grüße', inputSchema: { type: 'object', properties } }, toolNamed('echo')]
    const server = await remoteServer({ eras: ['modern'], tools })
    const { call, reaches } = connectTo(server.url)
    await reaches('ready')
    await call('grüße', { region: ' süd', inner: { count: 7 } }).text
    await call('echo', { region: 'north' }).text
    const [first, second] = server.of('tools/call')
    expect(first?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('grüße').toString('base64')}?=`,
      'mcp-param-region': `=?base64?${Buffer.from(' süd').toString('base64')}?=`,
      'mcp-param-count': '7',
    })
    expect(second?.headers).toMatchObject({ 'mcp-name': 'echo' })
    expect(second?.headers['mcp-param-region']).toBeUndefined()
    expect(second?.headers['mcp-session-id']).toBeUndefined()
  })

  it('are not sent to another origin that a server redirects to, but to its own new path', async () => {
    const target = await remoteServer()
    const server = await remoteServer({
      before: (request, response) => {
        const location = request.url === '/mcp' ? '/there' : target.url
        response.writeHead(307, { location }).end()
        return true
      },
    })
    const { call, output, reaches } = connectTo(server.url, { headers: { Authorization: 'Bearer s3cret' } })
    await reaches('ready')
    expect(await call('echo').text).toBe('{}')
    expect(server.received.some(({ path }) => path === '/there')).toBe(true)
    expect(server.received.every(({ headers }) => headers.authorization === 'Bearer s3cret')).toBe(true)
    expect(target.received.some(({ headers }) => headers.authorization !== undefined)).toBe(false)
    expect(output).toContainEqual(expect.stringContaining('The configured headers are not sent there'))
  })
})

describe('a call', () => {
  it('reports progress and returns while other calls are under way', async () => {
    for (const eras of [['legacy'], ['modern']] as const) {
      const { call, reaches } = connectTo((await remoteServer({ eras })).url)
      await reaches('ready')
      const slow = call('slow', { ms: 60 })
      expect(await call('echo').text).toBe('{}')
      expect(await slow.text).toBe('{"ms":60}')
      expect(slow.progress).toEqual([{ progressToken: slow.id, progress: 1, total: 2 }])
    }
  })

  it('of the modern era is cancelled by closing its response, and no longer waited for', async () => {
    const server = await remoteServer({ eras: ['modern'] })
    const { connection, call, reaches } = connectTo(server.url)
    await reaches('ready')
    const hanging = call('hang')
    await server.seen('tools/call')
    connection.session?.cancel(hanging.id, 'enough')
    await expect(hanging.text).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
    await eventually(() => server.of('tools/call')[0]?.left === true)
    expect(server.of('notifications/cancelled')).toEqual([])
  })

  it('of the legacy era is cancelled by a notification, and its response is closed when the call is forgotten', async () => {
    const server = await remoteServer()
    const { connection, call, reaches } = connectTo(server.url)
    await reaches('ready')
    const hanging = call('hang')
    await server.seen('tools/call')
    connection.session?.cancel(hanging.id, 'enough')
    const [note] = await server.seen('notifications/cancelled')
    expect(note?.message?.params).toEqual({ requestId: hanging.id, reason: 'enough' })
    expect(server.of('tools/call')[0]?.left).toBe(false)
    connection.session?.forget(hanging.id)
    await eventually(() => server.of('tools/call')[0]?.left === true)
  })

  it('with a huge answer returns all of it, as JSON and as an event', async () => {
    for (const answers of ['json', 'events'] as const) {
      const { call, reaches } = connectTo((await remoteServer({ answers })).url)
      await reaches('ready')
      expect((await call('big', { bytes: 20_000_000 }).text).length).toBe(20_000_000)
    }
  })

  it('among three hundred concurrent ones leaves no listener behind (Node warns of leaks at eleven)', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    const { call, reaches } = connectTo((await remoteServer({ eras: ['modern'] })).url)
    await reaches('ready')
    const texts = await Promise.all(Array.from({ length: 300 }, (_, number) => call('echo', { number }).text))
    process.off('warning', onWarning)
    expect(texts).toEqual(Array.from({ length: 300 }, (_, number) => `{"number":${number}}`))
    expect(warnings).toEqual([])
  })
})

describe('changes to the list of tools', () => {
  it.each([['legacy'], ['modern']] as const)('arrive in the %s era, also after the stream has broken', async (era) => {
    const server = await remoteServer({ eras: [era] })
    const { lists, reaches, states } = connectTo(server.url, { clock: hurriedClock })
    await reaches('ready')
    await eventually(() => server.openStreams === 1)
    server.setTools(['first'])
    await lists('first')
    server.dropStreams()
    await eventually(() => server.openStreams === 0)
    server.setTools(['missed'])
    await lists('missed')
    await eventually(() => server.openStreams === 1)
    server.setTools(['second'])
    await lists('second')
    expect(states.filter(({ kind }) => kind === 'ready')).toHaveLength(1)
  })
})

describe('a drop', () => {
  it('[R5] of the server fails calls under way at once, backs off, and is over when the server is back', async () => {
    for (const eras of [['legacy'], ['modern']] as const) {
      const server = await remoteServer({ eras })
      const { connection, call, reaches, states } = connectTo(server.url)
      await reaches('ready')
      const hanging = [call('hang'), call('hang')]
      await server.seen('tools/call', 2)
      await server.die()
      for (const { text } of hanging) await expect(text).rejects.toMatchObject({ code: 'SERVER_LOST' })
      expect(await reaches('backingOff')).toMatchObject({ attempt: 1 })
      expect(connection.session).toBeNull()
      await server.revive()
      await reaches('ready')
      expect(await call('echo').text).toBe('{}')
      expect(server.of('tools/call')).toHaveLength(3)
      expect(states.filter(({ kind }) => kind === 'ready')).toHaveLength(2)
    }
  })

  it('[R5] of one response fails only its call', async () => {
    const server = await remoteServer()
    const { call, connection, reaches } = connectTo(server.url)
    await reaches('ready')
    const slow = call('slow', { ms: 300 })
    await expect(call('cut').text).rejects.toMatchObject({ code: 'SERVER_LOST' })
    expect(await slow.text).toBe('{"ms":300}')
    // Switchboard asked the server whether it is still there, and the server answered.
    await server.seen('ping')
    expect(connection.state.kind).toBe('ready')
  })

  it('of a response whose events have ids is resumed from the server, without a second call', async () => {
    const server = await remoteServer({ resumable: true })
    const { call, reaches } = connectTo(server.url)
    await reaches('ready')
    expect(await call('resumed', { a: 1 }).text).toBe('{"a":1}')
    expect(server.of('tools/call')).toHaveLength(1)
    expect(server.of('GET').map(({ headers }) => headers['last-event-id'])).toContain('e1')
  })

  it('[R20] of a response and then of the server does not count as a call that was not sent, which would be made twice', async () => {
    const server = await remoteServer({ resumable: true })
    const { call, reaches } = connectTo(server.url)
    await reaches('ready')
    const resumed = call('resumed')
    await server.seen('tools/call')
    await server.die()
    await expect(resumed.text).rejects.toMatchObject({ code: 'SERVER_LOST' })
    await reaches('backingOff')
  })

  it('of the session does not end the connection: the refused call was not made, and the next session accepts calls', async () => {
    const server = await remoteServer({ stream: false })
    const { call, reaches } = connectTo(server.url)
    await reaches('ready')
    server.forgetSessions()
    await expect(call('echo').text).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
    await reaches('backingOff')
    await reaches('ready')
    expect(await call('echo').text).toBe('{}')
  })

  it('[R5] of the event stream of 2024 ends the session and its calls under way', async () => {
    const server = await remoteServer({ transport: 'sse' })
    const { call, reaches } = connectTo(server.url, { transport: 'sse' })
    await reaches('ready')
    const hanging = call('hang')
    await server.seen('tools/call')
    server.dropStreams()
    await expect(hanging.text).rejects.toMatchObject({ code: 'SERVER_LOST' })
    expect(await reaches('backingOff')).toMatchObject({
      error: { message: 'The server dropped its event stream: the connection was closed.' },
    })
    await reaches('ready')
    expect(await call('echo').text).toBe('{}')
  })

  it('[R9] three failed connects in a row open the breaker', async () => {
    const server = await remoteServer()
    await server.die()
    const { states, reaches } = connectTo(server.url, {
      clock: { ...hurriedClock, after: (delayMs, callback) => hurriedClock.after(delayMs, callback) },
    })
    await eventually(() => states.filter(({ kind }) => kind === 'backingOff').length === 3)
    const open = await reaches('backingOff')
    expect(open.retryAt - Date.now()).toBeGreaterThan(50_000)
    expect(open.error).toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringContaining('connection refused') as string,
    })
  })

  it('that has lasted is retried at once when the machine wakes up', async () => {
    const server = await remoteServer()
    const patientMs = 375
    const { connection, reaches } = connectTo(server.url, {
      // The supervision's first delay never passes on this clock.
      clock: { ...systemClock, after: (ms, work) => systemClock.after(ms === patientMs ? 600_000 : ms, work) },
    })
    await reaches('ready')
    await server.die()
    await reaches('backingOff')
    await server.revive()
    connection.wake()
    await reaches('ready')
    connection.wake()
    await server.seen('ping')
    expect(connection.state.kind).toBe('ready')
  })

  it('without any sign is noticed by a ping', async () => {
    let mute = false
    const server = await remoteServer({ before: () => mute })
    const { connection, call, reaches } = connectTo(server.url, { budgets: { checkMs: 100 } })
    await reaches('ready')
    mute = true
    const hanging = call('echo')
    connection.wake()
    await expect(hanging.text).rejects.toMatchObject({ code: 'SERVER_LOST' })
    expect(await reaches('backingOff')).toMatchObject({ error: { message: 'The server is not responding.' } })
  })
})

async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}
