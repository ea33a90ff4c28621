import { expect, test } from 'vitest'
import { ChangeNotice } from '#engine/gateway/lists/changeNotice'
import { manualClock } from '#test/support/manualClock'

function setUp() {
  const clock = manualClock(0)
  const published: number[] = []
  const notice = new ChangeNotice(clock, () => published.push(clock.now()))
  return { clock, published, notice }
}

test('changes in quick succession are announced once, 50 ms after the last', () => {
  const { clock, published, notice } = setUp()
  for (let change = 0; change < 3; change += 1) {
    notice.touch()
    clock.advance(20)
  }
  clock.advance(1000)
  expect(published).toEqual([90])
})

test('changes that never pause are announced after 250 ms', () => {
  const { clock, published, notice } = setUp()
  for (let change = 0; change < 60; change += 1) {
    notice.touch()
    clock.advance(10)
  }
  expect(published).toEqual([250, 500])
})

test('nothing is announced after closing', () => {
  const { clock, published, notice } = setUp()
  notice.touch()
  notice.close()
  clock.advance(1000)
  expect(published).toEqual([])
  expect(clock.waiting).toBe(0)
})
