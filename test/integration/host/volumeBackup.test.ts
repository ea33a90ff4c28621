import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import { openDoor, send, token, withToken } from '#test/integration/host/openDoor'

const path = '/api/v1/mcp/volumes/notes-data/backup'

async function openWith(backupVolume: (name: string) => Promise<AsyncIterable<Uint8Array>>) {
  const opened = await openDoor({ hosting: { backupVolume } })
  return { ...opened, url: opened.door.url }
}

async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('[R29] a backup is a tar that is named after its volume', async () => {
  const asked: string[] = []
  const { url } = await openWith((name) => Promise.resolve((asked.push(name), chunksOf('one ', 'two'))))
  const answer = await send(url, { path, headers: withToken })
  expect(answer).toMatchObject({ status: 200, text: 'one two' })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/x-tar',
    'content-disposition': 'attachment; filename="notes-data.tar"',
  })
  expect(asked).toEqual(['notes-data'])
})

// Catches a user's file that any page, any client or any reader of the address can fetch.
test('a browser gets a backup once with a ticket, and is refused without one', async () => {
  const { url, door } = await openWith(() => Promise.resolve(chunksOf('data')))
  const address = new URL(door.backupAddress('notes-data'))
  const withTicket = address.pathname + address.search
  expect(address.search).not.toContain(token)
  const refused = await send(url, { path: withTicket, headers: { origin: 'http://evil.example' } })
  expect(refused.status).toBe(403)
  expect(await send(url, { path: withTicket })).toMatchObject({ status: 200, text: 'data' })
  expect((await send(url, { path: withTicket })).status).toBe(401)
  expect((await send(url, { path })).status).toBe(401)
  expect((await send(url, { path, headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
})

test('the OpenAPI document describes the backup route', async () => {
  const { url } = await openWith(() => Promise.resolve(chunksOf()))
  const { text } = await send(url, { path: '/api/openapi.json', headers: withToken })
  const { paths } = JSON.parse(text) as { paths: Record<string, { get: { responses: object } }> }
  expect(paths['/mcp/volumes/{name}/backup']?.get.responses).toMatchObject({
    200: { content: { 'application/x-tar': {} } },
  })
  expect(Object.keys(paths)).toContain('/mcp/servers/{id}/call')
})

test('a ticket for a backup opens nothing else', async () => {
  const { url, door } = await openWith(() => Promise.resolve(chunksOf('data')))
  const { search } = new URL(door.backupAddress('notes-data'))
  expect((await send(url, { path: `/api/v1/servers${search}` })).status).toBe(401)
  expect((await send(url, { path: `${path}${search}`, method: 'DELETE' })).status).toBe(401)
})

test('a missing volume is refused in the form of the other errors', async () => {
  const { url } = await openWith(() => Promise.reject(new AppError('NOT_FOUND', 'Volume notes-data does not exist.')))
  const answer = await send(url, { path, headers: withToken })
  expect(answer.status).toBe(404)
  expect(JSON.parse(answer.text)).toMatchObject({ code: 'NOT_FOUND', message: 'Volume notes-data does not exist.' })
})

// Catches an incomplete backup that looks complete.
test('a backup that is cut off is recognisably incomplete', async () => {
  const { url } = await openWith(() => Promise.resolve(breaksOff()))
  await expect(send(url, { path, headers: withToken })).rejects.toThrow('aborted')
})

async function* breaksOff() {
  yield Buffer.from('half')
  throw new AppError('RUNTIME_UNAVAILABLE', 'it is gone')
}

// Catches an engine that continues to read gigabytes of a volume after the reader has left.
test('reading ends when the reader leaves', async () => {
  let onEnd = (): void => undefined
  const ended = new Promise<void>((resolve) => (onEnd = resolve))
  const { url, log } = await openWith(() => Promise.resolve(endless(onEnd)))
  const [response] = (await once(get(url + path, { headers: withToken }), 'response')) as [IncomingMessage]
  response.destroy()
  await ended
  expect(log.lines.filter(({ message }) => message.includes('a request failed'))).toEqual([])
})

async function* endless(onEnd: () => void) {
  try {
    for (;;) yield Buffer.alloc(65_536)
  } finally {
    onEnd()
  }
}
