/**
 * Requests with a token, and refusals in every form that servers use: which server sees which header, and what a
 * refusal causes.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { movableClock } from '#test/integration/signIn/movableClock'
import { far, openBench, signedInBench } from '#test/integration/signIn/signInBench'
import { lies } from '#test/support/signIn/answers'
import { bearerChallenge, type Refusal } from '#test/support/signIn/protectedServer'

const forms: readonly [string, (refusal: Refusal) => readonly string[]][] = [
  ['one Bearer challenge', (refusal) => [bearerChallenge(refusal)]],
  ['Basic before it, in one header', (refusal) => [`Basic realm="a, b", ${bearerChallenge(refusal)}`]],
  ['Negotiate after it, in one header', (refusal) => [`${bearerChallenge(refusal)}, Negotiate YII=`]],
  ['several headers', (refusal) => ['Basic realm="x"', 'Negotiate', bearerChallenge(refusal)]],
  ['spaces around each sign', ({ metadataUrl }) => [`bearer resource_metadata = "${metadataUrl}" , scope = "read"`]],
  [
    'a description with parameters in it',
    ({ metadataUrl }) => [
      `Bearer error_description="scope=\\"admin\\", resource_metadata=\\"http://169.254.169.254/\\"", resource_metadata="${metadataUrl}"`,
    ],
  ],
  ['Bearer alone', () => ['Bearer']],
  ['no header at all', () => []],
]
describe('a refusal', () => {
  it.each(forms)('with %s still leads to the metadata, and a sign-in works', async (_title, challenges) => {
    const { one } = await signedInBench({ server: { challenges } })
    expect(await one.call('whoami')).toContain('client-')
  })

  const transports = [
    ['the legacy era', { server: { eras: ['legacy'] as const } }],
    ['the modern era', { server: { eras: ['modern'] as const } }],
    ['both eras', { server: { eras: ['legacy', 'modern'] as const } }],
    ['answers as events', { server: { answers: 'events' as const } }],
    ['the transport of 2024', { server: { transport: 'sse' as const }, added: { transport: 'sse' as const } }],
  ] as const
  it.each(transports)(
    'at %s allows a sign-in, a call, and another call after the token has expired',
    async (_title, options) => {
      const { issuer, one } = await signedInBench(options)
      expect(await one.call('whoami')).toContain('client-')
      issuer.grants.endAccessTokens()
      expect(await one.call('whoami')).toContain('client-')
      expect([issuer.count('refresh_token'), issuer.grants.reuses]).toEqual([1, 0])
    },
  )

  // Catches a refresh that still belongs to the previous sign-in. The new sign-in would be lost at the first refusal.
  it.each(['forget', 'end'] as const)('soon after "%s" and a new sign-in refreshes the new sign-in', async (leave) => {
    const { issuer, one } = await signedInBench()
    expect(await one.call('whoami')).toContain('client-')
    for (const round of [1, 2]) {
      await one.client.signIn[leave]({ slug: far })
      await one.signIn(far)
      const { expiresAt, nextRefreshAt } = await one.becomes('signedIn')
      expect(nextRefreshAt).toBeLessThan(Number(expiresAt))
      await one.reaches('ready')
      issuer.grants.endAccessTokens()
      expect(await one.call('whoami')).toContain('client-')
      expect([issuer.count('refresh_token'), issuer.grants.reuses]).toEqual([round, 0])
    }
  })

  // Catches a server with plain keys that suddenly "needs a sign-in", and requests to well-known addresses for such a
  // server.
  it('by a server that knows no OAuth keeps its error, and asks for no sign-in', async () => {
    const { server, one } = await openBench({ server: { challenges: () => [], metadataAt: [] } })
    for (const endpoint of ['pathMetadata', 'originMetadata'] as const) server.lie(endpoint, lies.notFound)
    await one.reaches('failed').catch(() => one.reaches('backingOff'))
    expect(await one.kind(far)).toBe('none')
    const [found] = await one.client.servers.list()
    expect(JSON.stringify(found?.state)).toContain('401')
  })

  it('of a configured Authorization header keeps its error, because the person’s own header takes precedence', async () => {
    const { issuer, server, one } = await openBench({ added: { headers: { Authorization: 'Bearer own' } } })
    await server.hearing.seen('mcp')
    await one.reaches('failed').catch(() => one.reaches('backingOff'))
    expect(await one.kind(far)).toBe('none')
    expect([...new Set(server.authorizations)]).toEqual(['Bearer own'])
    expect(issuer.hearing.all).toEqual([])
  })

  // Catches a server that is asked repeatedly with a token that it refuses.
  it('of a fresh token ends after three requests, and says so', async () => {
    const { issuer, server, one } = await signedInBench()
    server.lie('mcp', lies.status(401))
    const before = server.hearing.of('mcp').length
    await expect(one.call('echo')).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    const calls = server.hearing
      .of('mcp')
      .slice(before)
      .filter(({ body }) => body.includes('tools/call'))
    expect(calls.length).toBeLessThanOrEqual(3)
    expect(issuer.count('refresh_token')).toBeLessThanOrEqual(2)
    expect(issuer.grants.reuses).toBe(0)
  })
})

describe('more permissions', () => {
  const scoped = { server: { scope: 'read', toolScopes: { write: 'write' } }, issuer: { scopes: ['read', 'write'] } }

  it('that a tool requires are named by its call, and after a person agrees to all of them the call works', async () => {
    const { issuer, one } = await signedInBench(scoped)
    expect(await one.call('whoami')).toMatch(/ read$/)
    await expect(one.call('write')).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
    expect(await one.call('whoami'), 'the other tools go on').toMatch(/ read$/)
    await one.signIn(far)
    await one.becomes('signedIn')
    expect(await one.call('write')).toBe('{}')
    const asked = issuer.hearing.of('authorize').map(({ path }) => new URL(path, issuer.url).searchParams.get('scope'))
    expect(asked.map((scope) => scope?.split(' ').toSorted())).toEqual([['read'], ['read', 'write']])
  })
})

describe('headers', () => {
  // Catches an API key or a token that reaches a host for which it was not meant.
  it('of a server reach only the server, and a token reaches neither the issuer nor the metadata', async () => {
    const { issuer, server, one } = await signedInBench({ added: { headers: { 'X-Api-Key': 'k3y-of-the-server' } } })
    await one.call('whoami')
    issuer.grants.endAccessTokens()
    await one.call('whoami')
    const mcp = server.hearing.of('mcp')
    expect(mcp.every(({ headers }) => headers['x-api-key'] === 'k3y-of-the-server')).toBe(true)
    const beside = [...issuer.hearing.all, ...server.hearing.of('pathMetadata'), ...server.hearing.of('originMetadata')]
    expect(beside.length).toBeGreaterThan(3)
    const told = JSON.stringify(beside.map(({ headers }) => headers))
    expect(told).not.toContain('k3y-of-the-server')
    expect(told).not.toContain('access-')
    expect(server.hearing.all.every(({ path }) => !path.includes('access-'))).toBe(true)
  })

  it('of each MCP request contain the token, including the stream for notifications', async () => {
    const { server, one } = await signedInBench()
    await one.call('echo')
    await server.seen('GET')
    const [firstSigned] = server.hearing
      .of('mcp')
      .flatMap(({ headers }, index) => (headers.authorization ? [index] : []))
    const later = server.hearing.of('mcp').slice(firstSigned)
    expect(later.map(({ headers }) => headers.authorization?.startsWith('Bearer access-'))).toEqual(
      later.map(() => true),
    )
  })

  // Catches a token that is sent to wherever the server redirects.
  it('are not sent to another origin that the server redirects to', async () => {
    const other = await openBench()
    const { server, one } = await signedInBench()
    await one.call('echo')
    server.lie('mcp', lies.redirectsTo(other.server.url))
    await one.call('echo').catch(() => undefined)
    const [token = ''] = server.authorizations.slice(-1)
    expect(token).toContain('access-')
    expect(JSON.stringify(other.server.hearing.all.map(({ headers }) => headers))).not.toContain(token)
  })
})

// Catches a call that fails although a refresh is under way. The person would then have to sign in, and may be away.
it('a call during a long refresh waits for the refresh, and a cancelled call does not end the refresh', async () => {
  const clock = movableClock()
  const { issuer, one } = await signedInBench({ ports: { clock } })
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  onTestFinished(open)
  issuer.grants.endAccessTokens()
  issuer.lie('token', lies.heldBefore(gate))
  const left = new AbortController()
  const cancelled = one.client.tools.call({ name: 'echo', arguments: {} }, { signal: left.signal }).catch(String)
  await issuer.hearing.seen('token', 2)
  const waiting = one.call('whoami')
  left.abort()
  open()
  expect(await waiting).toContain('client-')
  await cancelled
  expect([issuer.count('refresh_token'), issuer.grants.reuses]).toEqual([1, 0])
})
