import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import type { Credentials, Refusal } from '#engine/connections/transports/credentials'
import {
  connectTo,
  hurriedClock,
  remoteServer,
  type RemoteConnectionOptions,
} from '#test/integration/transports/remote'
import type { RemoteOptions } from '#test/servers/remote'
import { deferred } from '#test/support/deferred'

const neededError = () =>
  new AppError('SIGN_IN_REQUIRED', 'far needs a sign-in.', {
    data: { account: 'account' },
    known: { code: 'sign-in-needed', about: {} },
  })

/** Returns a sign-in with numbered tokens: `t0`, `t1` and so on. `renew` creates the next token, or rejects. */
function signIn(renew: (refusal: Refusal) => Promise<void> = () => Promise.resolve()) {
  const refusals: Refusal[] = []
  const asked: string[] = []
  let number = 0
  const credentials: Credentials = {
    headerFor: (url) => {
      asked.push(url.href)
      return `Bearer t${number}`
    },
    refused: async (refusal) => {
      refusals.push(refusal)
      await renew(refusal)
      if (refusal.sent === `Bearer t${number}`) number += 1
    },
  }
  return { credentials, refusals, asked }
}

const bearer = 'Bearer resource_metadata="https://far.test/.well-known/oauth-protected-resource"'

/** Returns the options of a server that accepts only requests with the currently valid token. */
function guarded(options: RemoteOptions = {}, status = 401, challenge: string | string[] = bearer) {
  const state = { valid: 't0', refused: [] as string[] }
  const before = (request: IncomingMessage, response: ServerResponse, body: string) => {
    if (request.headers.authorization === `Bearer ${state.valid}`)
      return options.before?.(request, response, body) ?? false
    state.refused.push(`${request.method} ${/"method":"([^"]+)"/.exec(body)?.[1] ?? ''}`.trim())
    response.writeHead(status, { 'www-authenticate': challenge }).end('no')
    return true
  }
  return { state, options: { ...options, before } }
}

async function connected(remote: RemoteOptions, credentials: Credentials, more: Partial<RemoteConnectionOptions> = {}) {
  const server = await remoteServer(remote)
  const transport = remote.transport === 'sse' ? 'sse' : 'http'
  const connection = connectTo(server.url, { transport, credentials, ...more })
  return { server, ...connection }
}

describe.each([
  ['streamable HTTP, legacy', { eras: ['legacy'] }],
  ['streamable HTTP, modern', { eras: ['modern'] }],
  ['HTTP with SSE', { transport: 'sse' }],
] satisfies [string, RemoteOptions][])('a sign-in over %s', (_title, remote) => {
  // Catches a stream, a notification or a final request that is sent without the token.
  it('is sent with every request', async () => {
    const { options } = guarded(remote)
    const { credentials, refusals } = signIn()
    const { server, connection, call, reaches } = await connected(options, credentials)
    await reaches('ready')
    await call('echo').text
    await connection.stop()
    expect(new Set(server.received.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer t0']))
    expect(refusals).toEqual([])
  })

  it('that has expired is renewed, and the refused call is made exactly once', async () => {
    const { state, options } = guarded(remote)
    const { credentials, refusals } = signIn()
    const { server, call, reaches } = await connected(options, credentials)
    await reaches('ready')
    state.valid = 't1'
    expect(await call('echo', { a: 1 }).text).toBe('{"a":1}')
    // A stream for changes may also be refused.
    expect(refusals).toContainEqual({ status: 401, challenges: [bearer], sent: 'Bearer t0' })
    const served = server.of('tools/call').filter(({ headers }) => headers.authorization === 'Bearer t1')
    expect(served).toHaveLength(1)
  })

  it('that cannot be renewed fails the calls, and the connection stays for the next one', async () => {
    const { state, options } = guarded(remote)
    let isNeeded = true
    const { credentials } = signIn(() => (isNeeded ? Promise.reject(neededError()) : Promise.resolve()))
    const { connection, call, states, reaches } = await connected(options, credentials)
    await reaches('ready')
    state.valid = 't1'
    await expect(call('echo').text).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED', message: 'far needs a sign-in.' })
    expect(connection.state.kind).toBe('ready')
    isNeeded = false
    expect(await call('echo').text).toBe('{}')
    expect(states.filter(({ kind }) => kind === 'ready')).toHaveLength(1)
  })

  // Catches a client that answers a server's refusal with the same request for ever.
  it('that the server never accepts ends after three requests', async () => {
    const { state, options } = guarded(remote)
    const { credentials } = signIn()
    const { call, reaches } = await connected(options, credentials)
    await reaches('ready')
    state.valid = 'none of them'
    const before = state.refused.length
    await expect(call('echo').text).rejects.toMatchObject({
      code: 'SIGN_IN_REQUIRED',
      message: expect.stringContaining('switchboard sign-in') as string,
    })
    expect(state.refused.slice(before).filter((one) => one === 'POST tools/call')).toHaveLength(3)
  })

  it('that is needed at the start is reported as the reason why the server did not start', async () => {
    const { credentials } = signIn(() => Promise.reject(neededError()))
    const { reaches } = await connected(guarded(remote, 401).options, {
      ...credentials,
      headerFor: () => null,
    })
    const { error } = await reaches('failed')
    expect(error).toMatchObject({ code: 'SIGN_IN_REQUIRED', cause: { code: 'sign-in-needed' } })
  })

  it('whose issuer cannot be reached makes the server be tried again later', async () => {
    const { credentials } = signIn(() => Promise.reject(new AppError('SERVER_UNAVAILABLE', 'The issuer is down.')))
    const { reaches } = await connected(guarded(remote).options, { ...credentials, headerFor: () => null })
    expect((await reaches('backingOff')).error).toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: 'The issuer is down.',
    })
  })
})

describe('a refusal', () => {
  it('with 403 for too small a scope can be resolved by a sign-in, and any other 403 cannot', async () => {
    const challenge = 'Bearer error="insufficient_scope", scope="write"'
    const { state, options } = guarded({}, 403, challenge)
    const { credentials, refusals } = signIn()
    const { call, reaches } = await connected(options, credentials)
    await reaches('ready')
    state.valid = 't1'
    expect(await call('echo').text).toBe('{}')
    expect(refusals).toEqual([{ status: 403, challenges: [challenge], sent: 'Bearer t0' }])

    const plain = guarded({}, 403, 'Bearer error="access_denied"')
    const other = signIn()
    const forbidden = await connected(plain.options, other.credentials)
    await forbidden.reaches('ready')
    plain.state.valid = 't1'
    await expect(forbidden.call('echo').text).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect(other.refusals).toEqual([])
  })

  it('is passed on with each of its challenges', async () => {
    const { state, options } = guarded({}, 401, ['Negotiate', bearer])
    const { credentials, refusals } = signIn()
    const { call, reaches } = await connected(options, credentials)
    await reaches('ready')
    state.valid = 't1'
    await call('echo').text
    expect(refusals[0]?.challenges).toEqual(['Negotiate', bearer])
  })

  it('of a server without sign-ins keeps its own text', async () => {
    const { credentials } = signIn(() => Promise.reject(new AppError('SIGN_IN_REQUIRED', 'There is no sign-in.')))
    const { reaches } = await connected(guarded({}, 401, 'Basic realm="x"').options, {
      ...credentials,
      headerFor: () => null,
    })
    expect((await reaches('failed')).error.message).toContain('It expects "Authorization: Basic …".')
  })

  // Catches one server's token, or one server's refusal, that reaches another server.
  it('by another address, to which the server redirects, does not affect the sign-in, and that address gets no token', async () => {
    const other = await remoteServer(guarded({}, 401).options)
    const { credentials, refusals } = signIn()
    const redirecting: RemoteOptions = {
      before: (_request, response) => {
        response.writeHead(307, { location: other.url }).end()
        return true
      },
    }
    const { reaches } = await connected(redirecting, credentials)
    await reaches('failed')
    expect(refusals).toEqual([])
    expect(other.received.map(({ headers }) => headers.authorization)).not.toContain('Bearer t0')
  })

  it('of a request with 10 MB may come before the server has read it, and the request is sent again unchanged', async () => {
    const { state, options } = guarded()
    const { credentials } = signIn()
    const { call, reaches } = await connected(options, credentials)
    await reaches('ready')
    state.valid = 't1'
    const text = 'x'.repeat(10 * 1024 * 1024)
    expect((await call('echo', { text }).text).length).toBe(JSON.stringify({ text }).length)
  })

  it('[R21] of a call that is abandoned meanwhile causes no further request', async () => {
    const { state, options } = guarded()
    const renewed = deferred()
    const arrived = deferred()
    const { credentials } = signIn(() => {
      arrived.resolve()
      return renewed.promise
    })
    const { server, connection, call, reaches } = await connected(options, credentials)
    await reaches('ready')
    state.valid = 't1'
    const { id } = call('echo')
    await arrived.promise
    connection.session?.forget(id)
    renewed.resolve()
    expect(await call('echo', { second: true }).text).toBe('{"second":true}')
    expect(server.of('tools/call').filter(({ headers }) => headers.authorization === 'Bearer t1')).toHaveLength(1)
  })

  it('that is still being resolved when the connection closes keeps nothing open, and its request is not repeated', async () => {
    const { state, options } = guarded()
    const renewed = deferred()
    const arrived = deferred()
    const { credentials } = signIn(({ sent }) => {
      if (sent === 'Bearer t0') arrived.resolve()
      return renewed.promise
    })
    const { server, connection, call, reaches } = await connected(options, credentials, { clock: hurriedClock })
    await reaches('ready')
    state.valid = 't1'
    const made = call('echo')
    await arrived.promise
    await connection.stop()
    await expect(made.text).rejects.toThrow()
    renewed.resolve()
    await renewed.promise
    expect(server.of('tools/call').filter(({ headers }) => headers.authorization === 'Bearer t1')).toEqual([])
  })

  it('of a notification, or of an answer to the server, is resolved in the same way', async () => {
    const { state, options } = guarded()
    const { credentials } = signIn()
    const { server, connection, call, reaches } = await connected(options, credentials)
    await reaches('ready')
    const { id } = call('hang')
    await server.seen('tools/call')
    state.valid = 't1'
    connection.session?.cancel(id, 'enough')
    const told = await server.seen('notifications/cancelled', 2)
    expect(told.at(-1)?.headers.authorization).toBe('Bearer t1')
  })
})
