import { expect, test } from 'vitest'
import { SeenServers } from '#engine/registry/seenServers'
import type { SeenServer } from '#engine/store/seenStore'
import { manualClock } from '#test/support/manualClock'

function open() {
  const clock = manualClock(5000)
  const saved: (readonly SeenServer[])[] = []
  const store = {
    saveSeen: (servers: readonly SeenServer[]) => {
      saved.push(structuredClone(servers))
      return Promise.resolve()
    },
  }
  const seen = new SeenServers({ store, background: { run: (_what, work) => void work() }, clock })
  return { clock, saved, seen }
}

test('what many servers say when they come up is written once, the newest of each', () => {
  const { clock, saved, seen } = open()
  seen.era('a', 'modern')
  seen.listing('a', 'tools', [1])
  clock.advance(400)
  seen.listing('b', 'prompts', [])
  seen.listing('a', 'tools', [2])
  clock.advance(600)
  const a = {
    id: 'a',
    era: { era: 'modern', checkedAt: 5000 },
    listings: { tools: { entries: [2], listedAt: 5400 } },
  }
  expect(saved).toEqual([[a, { id: 'b', listings: { prompts: { entries: [], listedAt: 5400 } } }]])
})

test('at the end nothing is left unwritten, and nothing is written twice', () => {
  const { clock, saved, seen } = open()
  seen.era('a', 'legacy')
  seen.flush()
  seen.flush()
  expect([saved.length, clock.waiting]).toEqual([1, 0])
  seen.era('b', 'legacy')
  clock.advance(1000)
  expect(saved.map(([first]) => first?.id)).toEqual(['a', 'b'])
})
