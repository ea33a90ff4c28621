import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#engine/clock'
import { discard } from '#engine/net/httpBody'
import { exchange, type ExchangeRequest } from '#engine/net/httpExchange'
import { createHttpRoutes } from '#engine/net/httpRoutes'
import { recordingLog } from '#test/support/recordingLog'

async function listening(): Promise<{ url: URL; requests: string[] }> {
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url === '/moved') response.writeHead(302, { location: '/' })
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  return { url: new URL(`http://localhost:${(server.address() as AddressInfo).port}/`), requests }
}

const routes = (environment: Record<string, string> = {}) =>
  createHttpRoutes({ environment, clock: systemClock, log: recordingLog() })

const asked: string[] = []
const refuse = (address: string) => {
  asked.push(address)
  throw new Error(`${address} is not allowed`)
}

function ask(ways: ReturnType<typeof routes>, url: URL, more: Partial<ExchangeRequest> = {}) {
  return exchange({ routes: ways, clock: systemClock }, { method: 'GET', url, headersFor: () => ({}), ...more }).answer
}

test('a name that leads to a forbidden address is refused before anything is sent', async () => {
  const { url, requests } = await listening()
  await expect(ask(routes(), url, { guard: refuse })).rejects.toMatchObject({
    message: expect.stringMatching(/is not allowed/),
    sent: false,
  })
  expect(requests).toEqual([])
})

// Catches a guard that does not check a connection that an earlier request opened.
test('an open connection to a forbidden address is also refused', async () => {
  const { url, requests } = await listening()
  const ways = routes()
  const first = await ask(ways, url)
  await discard(first.body, systemClock)
  await expect(ask(ways, url, { guard: refuse })).rejects.toMatchObject({ sent: false })
  expect(requests).toEqual(['/'])
})

test('an allowed name is reached, and a redirect can be returned instead of followed', async () => {
  const { url } = await listening()
  const answer = await ask(routes(), new URL('/moved', url), { guard: () => undefined, keepRedirects: true })
  expect({ status: answer.status, location: answer.headers.location }).toEqual({ status: 302, location: '/' })
  await discard(answer.body, systemClock)
})

test('a proxy resolves names itself, so its own address is not checked', async () => {
  const proxy = await listening()
  const answer = await ask(routes({ http_proxy: proxy.url.href }), new URL('http://issuer.example/x'), {
    guard: refuse,
  })
  expect(answer.status).toBe(200)
  expect(proxy.requests).toEqual(['http://issuer.example/x'])
  await discard(answer.body, systemClock)
})
