import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { followStream } from '#engine/connections/transports/httpStream'
import { PausedStreams } from '#engine/net/pausedStreams'
import { manualClock } from '#test/support/manualClock'

/** Follows a server whose every response consists of these bytes. */
async function openings(bytes: string, minutes: number): Promise<{ count: number; lastEventId: string | null }> {
  const clock = manualClock()
  let count = 0
  let lastEventId: string | null = null
  const stream = followStream({
    open: (newest) => {
      count += 1
      lastEventId = newest
      const body = new PassThrough()
      body.end(bytes)
      const headers = { 'content-type': 'text/event-stream' }
      const answer = { status: 200, headers, body: body as unknown as IncomingMessage, url: new URL('http://x/') }
      return { answer: Promise.resolve(answer), sent: true, abort: () => body.destroy() }
    },
    onMessage: () => undefined,
    isDone: () => false,
    onLost: () => undefined,
    onRefused: () => undefined,
    onGap: () => undefined,
    clock,
    random: () => 0.5,
    lastEventId: null,
    delayMs: null,
    streams: new PausedStreams(),
  })
  for (let step = 0; step < minutes * 600; step += 1) {
    for (let turn = 0; turn < 4; turn += 1) await nextTurn()
    clock.advance(100)
  }
  stream.close()
  return { count, lastEventId }
}

describe('a stream that a server keeps breaking', () => {
  it.each(['0', '1', '9'.repeat(400)])(
    'is reopened, but not constantly, whatever delay the server asks for (retry: %s)',
    async (retry) => {
      const { count } = await openings(`retry: ${retry}\nid: 1\ndata: {}\n\n`, 1)
      expect(count).toBeGreaterThanOrEqual(2)
      expect(count).toBeLessThanOrEqual(601)
    },
  )

  it('is given up if no events arrive in between', async () => {
    expect((await openings('retry: 0\n\n', 1)).count).toBe(9)
  })

  it.each(['\u0001', 'ü', 'x'.repeat(1_025)])('is not resumed after an id that a header cannot carry', async (id) => {
    expect((await openings(`retry: 100\nid: ${id}\ndata: {}\n\n`, 0.01)).lastEventId).toBeNull()
  })
})
