import { expect, test } from 'vitest'
import { watchForIdle } from '#main/host/idleWatch'
import { manualClock } from '#test/support/manualClock'

function watched() {
  const clock = manualClock()
  const use = { open: 0, begun: 0 }
  let isIdle = false
  const { idle, stop } = watchForIdle(clock, 60_000, () => use)
  void idle.then(() => (isIdle = true))
  return {
    use,
    stop,
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) clock.advance(1_000)
      await Promise.resolve()
      return isIdle
    },
  }
}

test('an engine is idle after a minute without use', async () => {
  const { pass } = watched()
  expect(await pass(59)).toBe(false)
  expect(await pass(1)).toBe(true)
})

test('it is not idle while a client is connected, however silent; the minute begins when the client leaves', async () => {
  const { use, pass } = watched()
  use.open = 1
  expect(await pass(600)).toBe(false)
  use.open = 0
  expect(await pass(55)).toBe(false)
  expect(await pass(10)).toBe(true)
})

// Catches a watch that misses a short command between two checks.
test('a short use between two checks counts', async () => {
  const { use, pass } = watched()
  expect(await pass(57)).toBe(false)
  use.begun += 1
  expect(await pass(58)).toBe(false)
  expect(await pass(10)).toBe(true)
})

test('a stopped watch reports nothing', async () => {
  const { stop, pass } = watched()
  stop()
  expect(await pass(600)).toBe(false)
})
