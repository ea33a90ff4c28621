/**
 * Calls to hosted servers over REST with clients' tokens. REST bypasses none of the endpoint's rules. The runtime is in
 * memory, and the HTTP door is real.
 */
import { createRouterClient } from '@orpc/server'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { NewAccessClient } from '#contract/clients/access'
import type { AnswerInput, QuestionNews } from '#contract/question'
import { newProject } from '#contract/project'
import { implementContract } from '#engine/handlers'
import { hostedHost, surroundings } from '#test/integration/hosting/hostedHost'
import { patience } from '#test/support/patience'
import { testHost } from '#test/support/testHost'

async function openWith(client: NewAccessClient) {
  const host = await hostedHost(await surroundings())
  const server = await host.register()
  const contract = createRouterClient(implementContract(host.engine, testHost()))
  const { token } = await host.engine.access.createToken((await host.engine.access.create(client)).id)
  const ask = async (method: string, path: string, body?: unknown, by = token) => {
    const answer = await fetch(`${host.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // Tests read the responses of REST field by field.
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const request = (method: string, params: object = {}) => ask('POST', '/mcp/servers/notes/call', { method, params })
  const call = (name: string, args: object = {}) => request('tools/call', { name, arguments: args })
  /** Reads the questions, as a page does, until the test ends. */
  const attend = async () => {
    const left = new AbortController()
    onTestFinished(() => left.abort())
    const news: QuestionNews[] = []
    const stream = await contract.questions.attend(undefined, { signal: left.signal })
    await stream.next()
    void (async () => {
      for await (const batch of stream) news.push(...batch)
    })().catch(() => undefined)
    return async (answer: AnswerInput) => {
      const question = await vi.waitFor(() => {
        const asked = news.findLast((one) => one.type === 'asked')
        if (asked?.type !== 'asked') throw new Error('no question was asked')
        return asked.question
      }, patience)
      await contract.questions.answer({ id: question.id, answer })
      return question
    }
  }
  return { ...host, server, contract, ask, request, call, attend }
}

const echoed = { status: 200, body: { result: { content: [{ type: 'text', text: 'hello' }] } } }

// Catches a door that accepts only the owner's token, and calls that are not recorded under the client's name.
it('[R25] a client’s token can call, and the call is recorded under the client’s name', async () => {
  const { call, contract } = await openWith({ name: 'My agent' })
  expect(await call('echo', { text: 'hello' })).toEqual(echoed)
  const recorded = await vi.waitFor(async () => {
    const { calls } = await contract.calls.list({})
    expect(calls).toHaveLength(1)
    return calls[0]
  }, patience)
  expect(recorded).toMatchObject({ tool: 'echo', status: 'succeeded', run: { kind: 'client', client: 'My agent' } })
})

// Catches a client's token that opens any other REST route, at whatever address.
it('[R25] a client’s token opens only the route for calls', async () => {
  const { ask, server } = await openWith({ name: 'My agent' })
  for (const [method, path] of [
    ['GET', '/mcp/servers'],
    ['GET', '/mcp/servers/notes'],
    ['GET', '/mcp/servers/notes/call'],
    ['DELETE', '/mcp/servers/notes'],
    ['POST', '/mcp/servers/notes/restart'],
    ['POST', '/mcp/servers'],
    ['GET', '/settings'],
  ] as const)
    expect([method, path, (await ask(method, path, method === 'POST' ? {} : undefined)).status]).toEqual([
      method,
      path,
      401,
    ])
  for (const path of [`/mcp/servers/${server.id}/restart/call`, '/mcp/servers//call', '/mcp/servers/../settings/call'])
    expect((await ask('POST', path, { method: 'ping' })).status).toBeGreaterThanOrEqual(400)
})

// Catches a call that is sent without the required approval.
it('[R25] a call that needs approval waits for a person, and is refused while none is present', async () => {
  const { call, attend, runtime, server } = await openWith({ name: 'My agent', approval: 'all' })
  const written = () => runtime.newest(server.id).written.filter((line) => line.includes('tools/call'))
  const refused = await call('echo', { text: 'hello' })
  expect(refused).toMatchObject({ status: 403, body: { code: 'CALL_REFUSED' } })
  expect(refused.body.message).toContain('Switchboard is not open in the app')
  const answer = await attend()
  const denied = call('echo', { text: 'hello' })
  expect(await answer({ kind: 'deny', reason: 'not now', remember: 'once' })).toMatchObject({
    caller: { kind: 'client', name: 'My agent' },
    body: { kind: 'approval', arguments: { text: 'hello' }, tool: { server: 'notes', name: 'echo' } },
  })
  expect(await denied).toMatchObject({ status: 403, body: { code: 'CALL_REFUSED' } })
  expect(written()).toEqual([])
})

it('[R25] a call that a person allows is sent once', async () => {
  const { call, attend, runtime, server } = await openWith({ name: 'My agent', approval: 'all' })
  const answer = await attend()
  const allowed = call('echo', { text: 'hello' })
  await answer({ kind: 'allow', remember: 'once' })
  expect(await allowed).toEqual(echoed)
  expect(runtime.newest(server.id).written.filter((line) => line.includes('tools/call'))).toHaveLength(1)
})

// Catches a denial that applies to clients at the endpoint but not to calls over REST, including the owner's.
it('[R25] a permanent denial applies to every caller', async () => {
  const host = await openWith({ name: 'My agent', approval: 'all' })
  const { call, attend } = host
  const answer = await attend()
  const denied = call('echo', { text: 'hello' })
  await answer({ kind: 'deny', remember: 'always' })
  expect((await denied).status).toBe(403)
  expect(await host.callTool('notes', 'echo')).toMatchObject({ status: 403, body: { code: 'CALL_REFUSED' } })
})

// Catches a client that can call other projects' tools and servers.
it('[R25] tools that a client cannot see are unknown to it', async () => {
  const chosen = { mode: 'only' as const, servers: { notes: ['count'] } }
  const { call, request } = await openWith({ name: 'My agent', choice: chosen })
  expect(await call('echo', { text: 'hello' })).toMatchObject({ status: 404, body: { code: 'UNKNOWN_TOOL' } })
  expect((await call('count')).status).toBe(200)
  expect((await request('tools/list')).body.result.tools.map(({ name }: { name: string }) => name)).toEqual(['count'])
})

it('[R25] a server that a client cannot see is unknown, whatever the method', async () => {
  const { call, request, ask, contract, engine } = await openWith({
    name: 'My agent',
    choice: { mode: 'only', servers: {} },
  })
  const nowhere = { status: 404, body: { code: 'NOT_FOUND', message: 'Hosted server notes does not exist.' } }
  expect(await call('echo')).toMatchObject(nowhere)
  expect(await request('ping')).toMatchObject(nowhere)
  expect(await ask('POST', '/mcp/servers/nothing/call', { method: 'ping' })).toMatchObject({ status: 404 })
  const { id: projectId } = await contract.projects.add(newProject.parse({ name: 'work' }))
  const { id } = await engine.access.create({ name: 'Of another project', projectId })
  const { token } = await engine.access.createToken(id)
  expect(await ask('POST', '/mcp/servers/notes/call', { method: 'ping' }, token)).toMatchObject(nowhere)
})

// Catches REST letting a client call a method that the endpoint reserves for itself, or a server's own method that
// clients do not get.
it('[R25] a client may use the methods that it may use at the endpoint', async () => {
  const { request, runtime, server } = await openWith({ name: 'My agent' })
  expect((await request('ping')).status).toBe(200)
  for (const method of ['logging/setLevel', 'resources/subscribe', 'server/discover', 'notes/secret'])
    expect(await request(method)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', data: { code: -32601 } },
    })
  expect(runtime.newest(server.id).written.some((line) => line.includes('setLevel'))).toBe(false)
})

// Catches REST calls that are counted separately from calls at the endpoint.
it('[R25] the limits of a client apply', async () => {
  const { call } = await openWith({ name: 'My agent', callsPerMinute: 1 })
  expect((await call('echo', { text: 'hello' })).status).toBe(200)
  expect(await call('echo', { text: 'hello' })).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_CALLS', data: { retryAfterMs: expect.any(Number) } },
  })
})
