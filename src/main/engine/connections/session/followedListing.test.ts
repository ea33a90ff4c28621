import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FollowedListing } from '#engine/connections/session/followedListing'
import { manualClock } from '#test/support/manualClock'

it('a server that announces changes endlessly is read thirty times, then every two seconds', async () => {
  const clock = manualClock()
  let reads = 0
  const entries: (readonly unknown[])[] = []
  const listing = new FollowedListing({
    read: () => Promise.resolve([++reads]),
    onEntries: (read) => entries.push(read),
    onUnreadable: () => undefined,
    clock,
    limitMs: 1_000,
  })
  await listing.readFirst()
  listing.follow()
  const pass = async (ms: number, announces: () => void) => {
    for (let passed = 0; passed < ms; passed += 50) {
      announces()
      for (let turn = 0; turn < 3; turn += 1) await nextTurn()
      clock.advance(50)
    }
  }
  await pass(60_000, () => {
    for (let count = 0; count < 1_000; count += 1) listing.readAgain()
  })
  expect(reads).toBeGreaterThan(50)
  expect(reads).toBeLessThanOrEqual(62)
  // The list is read once more for the last announcement, and not again after that.
  listing.readAgain()
  await pass(10_000, () => undefined)
  const settled = reads
  await pass(10_000, () => undefined)
  expect(reads).toBe(settled)
  expect(entries.at(-1)).toEqual([reads])
})

it('a longer list is read less often', async () => {
  const clock = manualClock()
  let reads = 0
  const listing = new FollowedListing({
    read: (onPage) => {
      reads += 1
      onPage(5_000_000)
      onPage(15_000_000)
      return Promise.reject(new Error('too long'))
    },
    onEntries: () => undefined,
    onUnreadable: () => undefined,
    clock,
    limitMs: 1_000,
  })
  listing.follow()
  for (let passed = 0; passed < 60_000; passed += 250) {
    listing.readAgain()
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    clock.advance(250)
  }
  expect(reads).toBe(3)
})
