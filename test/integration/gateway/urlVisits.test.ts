/** The SDK's own client of 2026-07-28, with a server of 2025-11-25 that first wants a page to be visited. */
import { expect, onTestFinished, test } from 'vitest'
import { openDoor } from '#test/integration/gateway/engineDoor'
import { connectV1, connectV2 } from '#test/support/mcpClients'
import { startTestEngine, testServer } from '#test/support/testEngine'

async function open(): Promise<string> {
  const engine = await startTestEngine({ asking: { launch: testServer('asking') } })
  return openDoor(engine)
}

const page = { mode: 'url', url: 'https://example.org/connect', message: 'Sign in.' }

test('[R16] the client’s person is asked to open the page, and the tool is called again', async () => {
  const client = await connectV2(await open(), 'modern', { capabilities: { elicitation: { url: {} } } })
  onTestFinished(() => client.close())
  const asked: unknown[] = []
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params)
    return { action: 'accept' }
  })
  expect(await client.callTool({ name: 'visit' })).toMatchObject({ content: [{ type: 'text', text: 'visited' }] })
  expect(asked).toMatchObject([page])
  expect(asked[0]).not.toHaveProperty('elicitationId')
})

test('a person who declines is asked once, and the tool is not called again', async () => {
  const client = await connectV2(await open(), 'modern', { capabilities: { elicitation: { url: {} } } })
  onTestFinished(() => client.close())
  let asked = 0
  client.setRequestHandler('elicitation/create', () => {
    asked += 1
    return { action: 'decline' }
  })
  await expect(client.callTool({ name: 'visit' })).rejects.toMatchObject({ code: 403, data: { code: 'CALL_REFUSED' } })
  expect(asked).toBe(1)
})

test('[R16] the SDK of the server’s own era gets the original error', async () => {
  const client = await connectV1(await open(), { capabilities: { elicitation: { url: {} } } })
  onTestFinished(() => client.close())
  const called = client.callTool({ name: 'visit' })
  await expect(called).rejects.toMatchObject({ code: -32042, elicitations: [{ ...page, elicitationId: 'visit-1' }] })
})
