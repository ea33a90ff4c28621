/** One response, whatever its client does. It is settled once, and unread data never piles up without a limit. */
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { adminGrant } from '#engine/access/grant'
import { Backlog } from '#engine/gateway/client/backlog'
import { EventStream } from '#engine/gateway/http/eventStream'
import { KeepAlive } from '#engine/gateway/http/keepAlive'
import { HttpReply, type ReplyParts } from '#engine/gateway/http/httpReply'
import { defaultLimits } from '#engine/gateway/limits'
import { listen } from '#test/integration/gateway/gatewayHost'
import { manualClock, type ManualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'

let server: Server
let url: string
let clock: ManualClock
let parts: ReplyParts
let serve: (response: ServerResponse) => void | Promise<void>

beforeEach(async () => {
  clock = manualClock()
  parts = { keepAlive: new KeepAlive(clock), backlog: new Backlog(clock, recordingLog(), defaultLimits) }
  server = createServer((_request, response) => void serve(response))
  url = `http://127.0.0.1:${await listen(server)}/`
})
afterEach(async () => {
  parts.keepAlive.close()
  parts.backlog.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('anything after the first answer is dropped', async () => {
  serve = (response) => {
    const reply = new HttpReply(response, parts, adminGrant, null)
    reply.answer('{"first":true}')
    reply.answer('{"second":true}')
    reply.send('{"late":true}')
    reply.skip()
    clock.advance(60_000)
  }
  expect(await (await fetch(url)).text()).toBe('{"first":true}')
})

it.each<[string, (response: ServerResponse) => void]>([
  ['response', (response) => new HttpReply(response, parts, adminGrant, null).send('{}')],
  [
    'stream',
    (response) => {
      const stream = new EventStream(response, parts.backlog, adminGrant)
      parts.keepAlive.add(stream)
      stream.flush()
    },
  ],
])('an open %s whose client has left is forgotten', async (_title, begin) => {
  const left = new Promise<void>((resolve) => {
    serve = (response) => {
      response.on('close', () => resolve())
      begin(response)
    }
  })
  const request = get(url, (answer) => answer.destroy())
  request.on('error', () => undefined)
  await left
  clock.advance(60_000)
  expect(clock.waiting).toBe(0)
})

/** Catches a client that fills the memory by not reading, while its server reports progress for an hour. */
it('a client that does not read loses progress, but not its answer', async () => {
  const note = JSON.stringify({ note: 'x'.repeat(100_000) })
  const count = 1_000
  let held = 0
  const settled = new Promise<void>((resolve) => {
    serve = (response) => {
      const reply = new HttpReply(response, parts, adminGrant, null)
      for (let sent = 0; sent < count; sent += 1) reply.sendIfReading(note)
      held = response.writableLength
      reply.answer('{"answer":true}')
      resolve()
    }
  })
  const answer = await new Promise<IncomingMessage>((resolve) => get(url, (response) => resolve(response)))
  await settled
  expect(held).toBeLessThan(2 * 1024 * 1024)
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  expect(text.split('"note"').length - 1).toBeLessThan(count)
  expect(text).toContain('{"answer":true}')
})
