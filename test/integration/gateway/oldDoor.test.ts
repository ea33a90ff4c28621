/** `/sse` as the product serves it, with real servers, the real door's checks, and clients of the transport of 2024. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, it, onTestFinished } from 'vitest'
import { bearer, openClientDoor, ownerToken } from '#test/integration/gateway/clientDoor'
import { connectTo } from '#test/integration/transports/remote'

async function connect(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'client of 2024', version: '1' })
  const headers = bearer(token)
  const transport = new SSEClientTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

it('[R10] [R12] [R16] the SDK of 2024 lists, calls with progress, and is notified of changes', async () => {
  const { engine, url } = await openClientDoor()
  const client = await connect(`${url}/sse`, ownerToken)
  const told = new Promise<void>((resolve) => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve())
  })
  expect((await client.listTools()).tools.length).toBeGreaterThan(12)
  // The call is cancelled before it answers, because this SDK drops messages that arrive in one piece with the answer.
  const leaving = new AbortController()
  const seen: number[] = []
  const onprogress = ({ progress }: { progress: number }) => {
    if (seen.push(progress) === 3) leaving.abort()
  }
  const slow = { name: 'one__slow', arguments: { ms: 5000 } }
  await expect(client.callTool(slow, undefined, { onprogress, signal: leaving.signal })).rejects.toThrow('abort')
  expect(seen).toEqual([1, 2, 3])
  await engine.servers.setToolsEnabled('one', ['echo'], false)
  await told
  await expect(client.callTool({ name: 'one__echo' })).rejects.toMatchObject({ code: -32602 })
})

it('Switchboard’s own client for the 2024 transport is served at every address', async () => {
  const { url } = await openClientDoor()
  for (const path of ['', '/p/work', '/s/two']) {
    const { call, reaches } = connectTo(`${url}/sse${path}`, { transport: 'sse', headers: bearer(ownerToken) })
    expect(await reaches('ready')).toMatchObject({ era: 'legacy', implementation: { name: 'switchboard' } })
    const name = path === '' ? 'two__echo' : 'echo'
    expect(await call(name, { text: 'ü' }).text).toBe('ü')
  }
})

it('[R13] a client sees the same here as on other wires, only in its own sessions, and only as long as its token is valid', async () => {
  const { engine, url, createClient } = await openClientDoor()
  const [cursor, other] = [
    await createClient({ name: 'Cursor', projectId: 'work' }),
    await createClient({ name: 'Other' }),
  ]
  const client = await connect(`${url}/sse`, cursor.token)
  const { tools } = await client.listTools()
  expect(new Set(tools.map(({ _meta }) => _meta?.['switchboard/server']))).toEqual(new Set(['two']))
  const stream = await fetch(`${url}/sse`, { headers: { accept: 'text/event-stream', ...bearer(cursor.token) } })
  const reader = stream.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  const address = /data: (.*)/.exec(new TextDecoder().decode(value))?.[1] ?? ''
  const post = (token: string) =>
    fetch(new URL(address, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(token) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
  expect((await post(cursor.token)).status).toBe(202)
  expect((await post(other.token)).status).toBe(404)
  expect((await post('a guess')).status).toBe(401)
  const closed = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is not an event target
    client.onerror = () => resolve()
  })
  await engine.access.revokeToken(cursor.id)
  await closed
  expect((await post(cursor.token)).status).toBe(401)
})
