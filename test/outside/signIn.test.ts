/** A remote server that requires a sign-in, used only from outside: through REST, the command and MCP clients. */
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { spawn } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBuiltCommand, token } from '#test/outside/driver/builtEngine'
import { outcomeOf } from '#test/support/commandOutcome'
import { connectV1 } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'
import { authorize, visit } from '#test/support/signIn/browser'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

async function openScene() {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const built = await openBuiltCommand()
  onTestFinished(() => built.close())
  // Commands that would open a browser write their arguments to this file.
  const opened = join(built.folder, 'opened')
  await writeFile(opened, '')
  for (const name of ['xdg-open', 'open', 'www-browser'])
    await writeFile(join(built.binFolder, name), `#!/bin/sh\necho "$@" >> '${opened}'\n`, { mode: 0o755 })
  const { url } = await built.serve()
  const rest = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const becomes = (state: string) =>
    vi.waitFor(
      async () => expect(await rest('GET', '/servers/far/sign-in')).toMatchObject({ status: 200, body: { state } }),
      patience,
    )
  /** Runs `sign-in far …`, and returns the first line that it prints. */
  const signIn = async (...words: readonly string[]) => {
    const { command, args, env } = built.launchOf('sign-in', 'far', ...words)
    const child = spawn(command, args, { env, cwd: built.folder, stdio: 'pipe' })
    const outcome = outcomeOf(child)
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), 'line'),
      outcome.then((ended) => [JSON.stringify(ended)]),
    ])) as [string]
    return { child, line, outcome }
  }
  const openings = () => readFile(opened, 'utf8')
  return { issuer, server, built, url, rest, becomes, signIn, openings }
}

test('the command alone can add a server, sign in, call and sign out', async () => {
  const { issuer, server, built, becomes, signIn, openings } = await openScene()
  expect(await built.run('add', 'far', server.url)).toMatchObject({ code: 0 })
  await becomes('needed')
  const refused = await built.run('call', 'echo', '{}')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toMatch(/needs a sign-in.*switchboard sign-in far/s)
  const { line, outcome } = await signIn('--no-browser', '--json')
  const { authorizationUrl } = JSON.parse(line) as { authorizationUrl: string }
  expect(await visit((await authorize(authorizationUrl)) ?? '')).toMatchObject({ status: 200 })
  expect(await outcome).toMatchObject({ code: 0 })
  expect(await built.run('call', 'whoami', '{}')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('client-') as string,
  })
  expect(await built.run('sign-out', 'far')).toMatchObject({ code: 0 })
  await issuer.hearing.seen('revoke')
  expect((await built.run('call', 'echo', '{}')).code).not.toBe(0)
  expect(await openings()).toBe('')
})

test('over SSH, the person pastes the address at which the browser ended', async () => {
  const { server, built, becomes, signIn } = await openScene()
  await built.run('add', 'far', server.url)
  await becomes('needed')
  const { child, line, outcome } = await signIn('--no-browser')
  const authorizationUrl = /https?:\/\/\S+/.exec(line)?.[0] ?? (await nextAddress(child.stdout))
  child.stdin.end(`${await authorize(authorizationUrl)}\n`)
  expect(await outcome).toMatchObject({ code: 0 })
  await becomes('signedIn')
})

test('REST can start a sign-in, end it with a pasted address, read the state and sign out', async () => {
  const { issuer, server, rest, becomes } = await openScene()
  await rest('POST', '/servers', { name: 'far', launch: { transport: 'http', url: server.url } })
  await becomes('needed')
  const { body } = await rest('POST', '/servers/far/sign-in')
  const address = await authorize(String(body['authorizationUrl']))
  await rest('POST', '/servers/far/sign-in/callback', { url: address })
  await becomes('signedIn')
  const state = await rest('GET', '/servers/far/sign-in')
  expect(state.body).toMatchObject({ state: 'signedIn', issuer: issuer.url, error: null })
  expect(Number(state.body['expiresAt'])).toBeGreaterThan(Number(state.body['nextRefreshAt']))
  expect(await rest('DELETE', '/servers/far/sign-in')).toMatchObject({ status: 200 })
  expect((await rest('GET', '/servers/far/sign-in')).body['state']).not.toBe('signedIn')
})

// Catches a client's token that reaches a remote server, and a challenge that would start a sign-in at the gateway.
test('the gateway passes no client’s token to a server, and no server’s challenge to a client', async () => {
  const { issuer, server, url, rest, becomes, openings } = await openScene()
  await rest('POST', '/servers', { name: 'far', launch: { transport: 'http', url: server.url } })
  await becomes('needed')
  const secret = 'x-secret-of-the-client'
  const headers = { authorization: `Bearer ${token}`, 'x-private': secret, cookie: `session=${secret}` }
  const client = await connectV1(`${url}/mcp`, {}, headers)
  onTestFinished(() => client.close())
  const raw = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    }),
  })
  expect([raw.status, raw.headers.get('www-authenticate')]).toEqual([200, null])
  await raw.body?.cancel()
  const { body } = await rest('POST', '/servers/far/sign-in')
  await visit((await authorize(String(body['authorizationUrl']))) ?? '')
  await becomes('signedIn')
  const called = () => client.callTool({ name: 'whoami', arguments: {} })
  await vi.waitFor(async () => expect(JSON.stringify(await called())).toContain('client-'), patience)
  issuer.grants.revokeAll()
  const outcome = await called().catch((thrown: unknown) => ({ thrown: String(thrown) }))
  expect(JSON.stringify(outcome)).toMatch(/needs a sign-in/)
  const told = JSON.stringify(
    [...server.hearing.all, ...issuer.hearing.all].map((one) => [one.path, one.headers, one.body]),
  )
  for (const value of [token, secret]) expect(told).not.toContain(value)
  expect(await openings()).toBe('')
})

test('a server in a file, with machine credentials in `auth`, signs in without a person', async () => {
  const issuer = await issuerForTest({ clients: [{ id: 'robot', secret: 's3cret' }] })
  const server = await protectedForTest({ issuer })
  const built = await openBuiltCommand({ ROBOT_SECRET: 's3cret' })
  onTestFinished(() => built.close())
  const added = await built.run(
    'add',
    'far',
    server.url,
    '--grant',
    'client-credentials',
    '--client-id',
    'robot',
    '--client-secret-env',
    'ROBOT_SECRET',
  )
  expect(added).toMatchObject({ code: 0 })
  expect(await built.run('call', 'whoami', '{}')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('robot') as string,
  })
  const file = join(built.folder, 'servers.json')
  const auth = { grant: 'client-credentials', clientId: 'robot', clientSecret: 's3cret' }
  await writeFile(file, JSON.stringify({ mcpServers: { far: { type: 'http', url: server.url, auth } } }))
  expect(await built.run('call', 'whoami', '{}', '--config', file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('robot') as string,
  })
})

async function nextAddress(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stream)) {
    const found = /https?:\/\/\S+/.exec(line)?.[0]
    if (found !== undefined) return found
  }
  throw new Error('the command printed no address')
}
