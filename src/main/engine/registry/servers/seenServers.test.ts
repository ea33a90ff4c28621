import { expect, test } from 'vitest'
import type { SeenEntry } from '#engine/registry/servers/seenJournal'
import { SeenServers } from '#engine/registry/servers/seenServers'
import type { SeenServer } from '#engine/store/servers/seenStore'
import { recordingLog } from '#test/support/recordingLog'
import { manualClock } from '#test/support/manualClock'

const of = (id: string) => ({ id, launchedFor: '' })

/**
 * `left` are the entries from an earlier engine. The journal is a list here, and cutting it removes the entries that it
 * had.
 */
function open(left: readonly SeenEntry[] = []) {
  const clock = manualClock(5000)
  const saved: (readonly SeenServer[])[] = []
  const journal = [...left]
  let isBroken = false
  const work: Promise<unknown>[] = []
  const seen = new SeenServers({
    store: {
      saveSeen: (servers: readonly SeenServer[]) => {
        if (isBroken) return Promise.reject(new Error('no store'))
        saved.push(structuredClone(servers))
        return Promise.resolve()
      },
    },
    journal: {
      left: () => [...journal],
      append: (entry) => void journal.push(entry),
      cut: () => {
        const count = journal.length
        return () => void journal.splice(0, count)
      },
    },
    background: { run: (_what, run) => void work.push(run().catch(() => undefined)) },
    clock,
    log: recordingLog(),
  })
  return { clock, saved, seen, journal, done: () => Promise.all(work), breakStore: () => (isBroken = true) }
}

test('listings of many starting servers are stored together, only the newest of each server', async () => {
  const { clock, saved, seen, journal, done } = open()
  seen.era(of('a'), 'modern')
  seen.listing(of('a'), 'tools', [1])
  clock.advance(400)
  seen.listing(of('b'), 'prompts', [])
  seen.listing(of('a'), 'tools', [2])
  clock.advance(600)
  const a = {
    id: 'a',
    launchedFor: '',
    era: { era: 'modern', checkedAt: 5000 },
    listings: { tools: { entries: [2], listedAt: 5400 } },
  }
  expect(saved).toEqual([[a, { id: 'b', launchedFor: '', listings: { prompts: { entries: [], listedAt: 5400 } } }]])
  await done()
  expect(journal).toEqual([])
})

test('at the end every listing is stored, and none twice', () => {
  const { clock, saved, seen } = open()
  seen.era(of('a'), 'legacy')
  seen.flush()
  seen.flush()
  expect([saved.length, clock.waiting]).toEqual([1, 0])
  seen.era(of('b'), 'legacy')
  clock.advance(1000)
  expect(saved.map(([first]) => first?.id)).toEqual(['a', 'b'])
})

test('[R14] whenever an engine is killed, the next one stores the newest listings', async () => {
  const { seen, journal } = open()
  const steps = [
    () => seen.listing(of('a'), 'tools', [1]),
    () => seen.era(of('a'), 'legacy'),
    () => seen.listing(of('a'), 'tools', [2]),
    () => seen.relaunched(of('a')),
    () => seen.listing(of('b'), 'resources', ['x']),
  ]
  const expected = [
    [{ id: 'a', launchedFor: '', listings: { tools: { entries: [1] } } }],
    [{ id: 'a', launchedFor: '', era: { era: 'legacy' }, listings: { tools: { entries: [1] } } }],
    [{ id: 'a', launchedFor: '', era: { era: 'legacy' }, listings: { tools: { entries: [2] } } }],
    [{ id: 'a', launchedFor: '', listings: { tools: { entries: [2] } } }],
    [{ id: 'a' }, { id: 'b', launchedFor: '', listings: { resources: { entries: ['x'] } } }],
  ]
  for (const [at, step] of steps.entries()) {
    step()
    const next = open(journal)
    await next.seen.recover()
    expect(next.saved).toMatchObject([expected[at]])
    expect(next.journal).toEqual([])
  }
})

test('entries that the store refuses stay in the journal for the next start', async () => {
  const { clock, seen, journal, done, breakStore } = open()
  breakStore()
  seen.listing(of('a'), 'tools', [1])
  clock.advance(1000)
  await done()
  expect(journal).toHaveLength(1)
})

test('a start after a clean exit writes nothing', async () => {
  const { seen, saved } = open()
  await seen.recover()
  expect(saved).toEqual([])
})
