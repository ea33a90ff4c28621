/**
 * A client's requests to the gateway are counted over every wire and in both eras. Requests above the limit are refused
 * in time, with a reason.
 */
import { onTestFinished, describe, expect, it } from 'vitest'
import { requestsPerMinute } from '#engine/access/requestBudget'
import { clientMethods } from '#engine/gateway/request/clientMethods'
import { openGateway } from '#test/integration/gateway/gatewayHost'
import { initializeParams, modernParams, openLines, rawLines } from '#test/integration/gateway/lineClients'
import { everything, text } from '#test/integration/gateway/scriptedEngine'
import { clientGrant } from '#test/support/clientGrant'
import { type Json, modernRequest, openSession } from '#test/support/mcpClients'

type Settings = Parameters<typeof clientGrant>[0]
type Ask = (method: string, params?: Json) => Promise<Json>

async function openHost(settings: Settings = {}) {
  const grant = clientGrant(settings)
  const host = await openGateway({}, grant)
  onTestFinished(() => host.close())
  host.engine.on('echo', () => text('made'))
  return { ...host, grant }
}

type Host = Awaited<ReturnType<typeof openHost>>

function lines({ gateway }: Host) {
  const stream = openLines(gateway, null, 'limited')
  onTestFinished(() => void stream.destroy())
  return rawLines(stream, stream)
}

/** The ways in which a client of each era sends a request on each wire and reads the answer. */
const ways: Readonly<Record<string, (host: Host) => Promise<Ask>>> = {
  'HTTP, legacy': async ({ url }) => {
    const session = await openSession(url)
    return async (method, params) => (await session.request(1, method, params)).json() as Promise<Json>
  },
  'HTTP, modern':
    async ({ url }) =>
    async (method, params) =>
      (await fetch(url, modernRequest(1, method, params))).json() as Promise<Json>,
  'lines, legacy': async (host) => {
    const client = lines(host)
    client.request(0, 'initialize', initializeParams())
    await client.next()
    let lastId = 0
    return (method, params) => {
      client.request(++lastId, method, params)
      return client.next()
    }
  },
  'lines, modern': async (host) => {
    const client = lines(host)
    let lastId = 0
    return (method, params) => {
      client.request(++lastId, method, modernParams(params))
      return client.next()
    }
  },
}

const refused = { error: { code: 429, data: { code: 'TOO_MANY_CALLS', retryAfterMs: expect.any(Number) as unknown } } }
/** These methods differ over HTTP: the envelope and the stream carry what other wires put into the params. */
const unlike = new Set(['initialize', 'subscriptions/listen'])

describe.each(Object.keys(ways))('%s', (way) => {
  const open = async (settings?: Settings) => {
    const host = await openHost(settings)
    const ask = await ways[way]?.(host)
    if (ask === undefined) throw new Error(`there is no way ${way}`)
    return { ...host, ask }
  }

  // Catches a method that bypasses the budget on one of the wires.
  it('a client’s requests other than calls are refused once its budget is spent, and accepted again later', async () => {
    const { ask, grant } = await open()
    grant.client.budget.take(requestsPerMinute - 20)
    for (const [method, { cost }] of Object.entries(clientMethods)) {
      if (cost === 'call' || unlike.has(method)) continue
      grant.client.budget.take(20)
      while (grant.client.budget.take(1) === null);
      expect([method, await ask(method)]).toMatchObject([method, refused])
    }
  })

  // Catches search tools that do not count against the limit on calls.
  it.each(['find_tools', 'describe_tools', 'call_tool'])('%s counts as a call', async (name) => {
    const { ask } = await open({ search: true, callsPerMinute: 1 })
    const args = { query: 'echo', names: ['echo'], name: 'echo' }
    const first = await ask('tools/call', { name, arguments: args })
    expect(first['result']).not.toHaveProperty('isError')
    expect(await ask('tools/call', { name, arguments: args })).toMatchObject(refused)
  })

  it('a call found by search is one call, not two', async () => {
    const { ask, engine } = await open({ search: true, callsPerMinute: 2 })
    for (let count = 0; count < 2; count += 1)
      expect(await ask('tools/call', { name: 'call_tool', arguments: { name: 'echo' } })).toHaveProperty('result')
    expect(engine.calls).toHaveLength(2)
  })

  // Catches a query that is searched for among all tools, however long the query is.
  it('a query that is too long is refused with its limit', async () => {
    const { ask, engine } = await open({ search: true })
    engine.setTools(
      everything,
      Array.from({ length: 206 }, (_, number) => `tool_${number}`),
    )
    const query = 'word '.repeat(200_000)
    expect(await ask('tools/call', { name: 'find_tools', arguments: { query } })).toMatchObject({
      result: { isError: true, content: [{ text: '"query" may have at most 1000 characters.' }] },
    })
  })

  it('a request with a value that is too long is refused with the limit, and the next one is served', async () => {
    const { ask } = await open()
    const ref = { type: 'ref/prompt', name: 'a'.repeat(100_000) }
    const answer = await ask('completion/complete', { ref, argument: { name: 'a', value: '' } })
    expect(JSON.stringify(answer)).toContain('at most 1024 characters')
    expect(await ask('tools/call', { name: 'echo' })).toHaveProperty('result')
  })
})

// Catches a session that searches all of its thousands of calls for each new call.
it('one session can have a limited number of requests under way, and the next one is refused with that reason', async () => {
  const host = await openGateway({ underWay: 2 })
  onTestFinished(() => host.close())
  host.engine.on('slow', () => new Promise(() => undefined))
  for (const params of [{}, modernParams()]) {
    const stream = openLines(host.gateway)
    onTestFinished(() => void stream.destroy())
    const client = rawLines(stream, stream)
    client.request(0, 'initialize', initializeParams())
    await client.next()
    for (const id of [1, 2, 3]) client.request(id, 'tools/call', { name: 'slow', ...params })
    expect(await client.next()).toMatchObject({ id: 3, error: { code: 429, data: { code: 'QUEUE_FULL' } } })
  }
})
