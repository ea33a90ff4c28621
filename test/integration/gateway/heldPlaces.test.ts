/** A call that waits for its own client does not block the client's other calls. */
import { expect, test } from 'vitest'
import type { NewAccessClient } from '#contract/clients/access'
import { newServer } from '#contract/servers/server'
import { bearer, openClientDoor } from '#test/integration/gateway/clientDoor'
import { modernRequest, type Json } from '#test/support/mcpClients'
import { testServer } from '#test/support/testEngine'

const declared = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } }

async function openFor(settings: Partial<NewAccessClient>) {
  const { engine, url, createClient } = await openClientDoor()
  await engine.servers.add(newServer.parse({ name: 'asking', launch: testServer('asking') }))
  await engine.registry.use({ kind: 'all' })
  const { token } = await createClient({ name: 'script', ...settings })
  const call = async (params: Json): Promise<Json> => {
    const request = modernRequest(1, 'tools/call', params, declared)
    const headers = { ...(request.headers as Record<string, string>), ...bearer(token) }
    return (await (await fetch(`${url}/mcp`, { ...request, headers })).json()) as Json
  }
  return { engine, call }
}

const other = { name: 'one__echo', arguments: { text: 'hello' } }
const heard = { result: { content: [{ text: 'hello' }] } }
const wished = { result: { resultType: 'input_required' } }

// Catches a call that waits for a slow person and meanwhile blocks a client that may make only one call at a time.
test('a call whose client is away does not count against the client’s limit, and continues when the client is back', async () => {
  const { call, engine } = await openFor({ concurrency: 1 })
  const asked = await call({ name: 'elicit' })
  expect(asked).toMatchObject(wished)
  expect(await call(other)).toMatchObject(heard)
  const { inputRequests, requestState } = asked['result'] as { inputRequests: Json; requestState: string }
  const accepted = { action: 'accept', content: { colour: 'red' } }
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, accepted]))
  expect(JSON.stringify(await call({ name: 'elicit', inputResponses, requestState }))).toContain('red')
  expect(await call(other)).toMatchObject(heard)
  expect(engine.gateway.inUse().held).toBe(0)
})
