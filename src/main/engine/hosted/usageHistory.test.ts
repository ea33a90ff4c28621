import { expect, it } from 'vitest'
import { UsageHistory } from '#engine/hosted/usageHistory'
import type { LiveContainer } from '#engine/hosting/runningContainer'
import { manualClock } from '#test/support/manualClock'

const minute = 60_000
/** A container whose usage never changes. */
const container = { usage: () => Promise.resolve({ cpuPercent: 1, memoryBytes: 2 }) } as LiveContainer['container']

function history() {
  const clock = manualClock()
  const live = new Map<string, LiveContainer>([['a', { container, provider: 'plain', notEnforced: [] }]])
  let looks = 0
  const work: Promise<unknown>[] = []
  const usage = new UsageHistory({
    clock,
    live: () => live,
    background: {
      run: (_what, begin) => {
        looks += 1
        work.push(begin())
      },
    },
  })
  /** Advances the clock second by second, so that each sample is complete before the next. */
  const pass = async (ms: number) => {
    const before = looks
    for (let passed = 0; passed < ms; passed += 1_000) {
      clock.advance(1_000)
      await Promise.all(work.splice(0))
    }
    return looks - before
  }
  return { usage, live, pass }
}

// Catches an engine that polls the runtime for each server six times a minute, even while no page shows the history.
it('samples once a minute while the history is not being read, and six times a minute for a reader', async () => {
  const { usage, pass } = history()
  usage.look()
  expect(await pass(10 * minute)).toBe(10)
  expect(usage.of('a')).toHaveLength(10)
  expect(await pass(minute)).toBe(6)
  expect(await pass(10 * minute)).toBeLessThanOrEqual(11)
})

it('takes a new sample soon after the first read', async () => {
  const { usage, pass } = history()
  usage.look()
  await pass(30_000)
  usage.of('a')
  expect(await pass(10_000)).toBe(1)
  expect(usage.of('a').at(-1)).toMatchObject({ cpu_percent: 1, memory_bytes: 2 })
})

it('takes no samples while no server is running', async () => {
  const { usage, live, pass } = history()
  live.clear()
  usage.look()
  usage.of('a')
  expect(await pass(10 * minute)).toBe(0)
})
