/** The list of models: when it is requested, and by whom it is shared. */
import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestEngine } from '#test/support/testEngine'

/** An endpoint that lists one model, and answers each request for the list when the test says so. */
async function startLister(model: string) {
  const asked: ServerResponse[] = []
  const server = createServer((_request, response) => void asked.push(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requests = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count))
  const answer = () =>
    asked
      .at(-1)
      ?.setHeader('content-type', 'application/json')
      .end(JSON.stringify({ data: [{ id: model }] }))
  return { url, asked, requests, answer }
}

const environmentFor = (url: string) => ({
  environment: { PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'sk-of-the-test-012345', ANTHROPIC_BASE_URL: url },
})

/** Catches a first message that waits for the list, and a page whose model picker requests it a second time. */
test('[R31] a new conversation requests the list once, for the first message and the page', async () => {
  const endpoint = await startLister('shared')
  const engine = await startTestEngine({}, environmentFor(endpoint.url))
  await engine.chat.create({ title: 'New', model: null })
  await endpoint.requests(1)
  const page = engine.modelSource.list(undefined)
  endpoint.answer()
  expect((await page).models).toMatchObject([{ id: 'shared' }])
  await expect(engine.modelSource.model('shared', new AbortController().signal)).resolves.toMatchObject({
    id: 'shared',
  })
  expect(endpoint.asked).toHaveLength(1)
})

/** Catches a page that is closed and takes the list from everybody who shares the request. */
test('[R31] a caller that leaves does not cancel the list for others', async () => {
  const endpoint = await startLister('shared')
  const { modelSource } = await startTestEngine({}, environmentFor(endpoint.url))
  const leaving = new AbortController()
  const left = modelSource.list(leaving.signal)
  const staying = modelSource.list(undefined)
  await endpoint.requests(1)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  endpoint.answer()
  expect((await staying).models).toMatchObject([{ id: 'shared' }])
})

/** Catches models of the former source, whose names mean nothing to the chosen one. */
test('[R31] a list that arrives after another source was chosen is not used for the new source', async () => {
  const [former, chosen] = [await startLister('former'), await startLister('chosen')]
  const { modelSource } = await startTestEngine({}, environmentFor(former.url))
  const late = modelSource.list(undefined)
  await former.requests(1)
  await modelSource.set({ kind: 'custom', baseUrl: chosen.url, allowPlain: false })
  former.answer()
  await late
  const model = modelSource.model(null, new AbortController().signal)
  await chosen.requests(1)
  chosen.answer()
  await expect(model).resolves.toMatchObject({ id: 'chosen' })
})

/** Catches an engine that waits at its end for an endpoint that does not answer: up to 15 s. */
test('[R31] an engine that closes does not wait for the list', async () => {
  const endpoint = await startLister('slow')
  const engine = await startTestEngine({}, environmentFor(endpoint.url))
  await engine.chat.create({ title: 'New', model: null })
  await endpoint.requests(1)
  const gone = once(endpoint.asked[0] as ServerResponse, 'close')
  await engine.close()
  await gone
  expect(endpoint.asked[0]?.writableEnded).toBe(false)
})
