import { expect, test } from 'vitest'
import { Heartbeat } from '#engine/connections/lifetime/heartbeat'
import { manualClock } from '#test/support/manualClock'

function beating() {
  const clock = manualClock(0)
  const asked: (() => void)[] = []
  const told: string[] = []
  let forgotten = 0
  const heartbeat = new Heartbeat({
    clock,
    everyMs: 100,
    ask: (onAnswer) => {
      asked.push(onAnswer)
      return () => void (forgotten += 1)
    },
    onChanged: (isSilent) => void told.push(`${isSilent ? 'silent' : 'heard'} at ${clock.now()}`),
  })
  return { clock, asked, told, heartbeat, forgotten: () => forgotten }
}

test('[R27] a server is silent after two unanswered pings in a row, until it answers either of them', () => {
  const { clock, asked, told, heartbeat } = beating()
  clock.advance(100)
  asked[0]?.()
  clock.advance(200)
  expect(told).toEqual([])
  clock.advance(100)
  expect(told).toEqual(['silent at 400'])
  expect(heartbeat.isSilent).toBe(true)
  asked[2]?.()
  expect(told).toEqual(['silent at 400', 'heard at 400'])
})

// Catches a server that is marked as silent because of a single lost ping after another one was lost long before.
test('two lost pings with an answer in between do not mark a server as silent', () => {
  const { clock, asked, told } = beating()
  clock.advance(200)
  asked[1]?.()
  clock.advance(100)
  asked[2]?.()
  clock.advance(100)
  asked[3]?.()
  clock.advance(500)
  expect(told[0]).toBe('silent at 700')
})

// Catches pings that pile up at a server that never answers, and a timer that outlives its session.
test('a silent server is still pinged, with at most two unanswered pings at a time', () => {
  const { clock, asked, forgotten, heartbeat } = beating()
  clock.advance(1_000)
  expect(asked).toHaveLength(10)
  expect(asked.length - forgotten()).toBe(2)
  heartbeat.end()
  expect(clock.waiting).toBe(0)
})
