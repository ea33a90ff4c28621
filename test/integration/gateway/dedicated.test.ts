/** Clients' sessions at the gateway, with servers whose sessions are dedicated. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDoor } from '#test/integration/gateway/engineDoor'
import { isRunning } from '#test/support/processList'
import { startTestEngine, testServer } from '#test/support/testEngine'

it('[R8] a client that ends its session ends only the process that it alone used', async () => {
  const engine = await startTestEngine({ one: { launch: testServer('echo'), sessions: 'dedicated' } })
  const url = await openDoor(engine)
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(url))
    const client = new Client({ name: 'test', version: '0' })
    await client.connect(transport)
    onTestFinished(() => client.close())
    const { content } = await client.callTool({ name: 'pid' })
    return { transport, client, pid: Number((content as { text: string }[])[0]?.text) }
  }
  const [leaving, staying] = await Promise.all([connect(), connect()])
  expect(leaving.pid).not.toBe(staying.pid)
  await leaving.transport.terminateSession()
  await vi.waitFor(() => expect(isRunning(leaving.pid)).toBe(false), { timeout: 20_000 })
  expect(await staying.client.callTool({ name: 'pid' })).toMatchObject({ content: [{ text: String(staying.pid) }] })
})
