import { expect, it } from 'vitest'
import { adminGrant } from '#engine/access/grant'
import { Backlog, type Sink } from '#engine/gateway/client/backlog'
import { manualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'

/** Catches unread data that stays in memory after its client is gone, until the next check: 15 MB per connection. */
it('frees everything that waits for a client as soon as the client is gone, and listens for its end only once', () => {
  const clock = manualClock()
  const limits = { unreadBytes: 1000, unreadBytesPerClient: 1000, unreadMs: 30_000 }
  const backlog = new Backlog(clock, recordingLog(), limits)
  const listeners: (() => void)[] = []
  let looks = 0
  const sink: Sink = {
    get waitingBytes() {
      looks += 1
      return 100
    },
    cut: () => undefined,
    onClosed: (listener) => listeners.push(listener),
  }
  for (let time = 0; time < 20; time++) backlog.grew(sink, adminGrant, 1)
  expect(listeners).toHaveLength(1)
  looks = 0
  clock.advance(5_000)
  expect(looks).toBeGreaterThan(0)
  for (const closed of listeners) closed()
  looks = 0
  clock.advance(60_000)
  expect(looks).toBe(0)
})
